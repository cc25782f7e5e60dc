import type { Page } from '../../gw/page';
import { Alert } from '../page/Alert';

/** Tells an editor that the page shows a draft, whose draft, and links to both languages side by side. */
export function PreviewNotice({ preview }: { preview: NonNullable<Page['preview']> }) {
  return (
    <div className="container-page pt-4">
      <Alert kind="warning" title={preview.title}>
        {preview.text}{' '}
        <a href={preview.link.href} target="_top" className="font-semibold underline">
          {preview.link.label}
        </a>
      </Alert>
    </div>
  );
}
