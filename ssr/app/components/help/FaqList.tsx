import type { Faq } from '../../gw/types';
import { Icon } from '../page/Icon';

/** Questions that open their answers; the answers are in the HTML either way. */
export function FaqList({ items }: { items: readonly Faq[] }) {
  return (
    <div className="card-flush divide-y divide-line overflow-hidden">
      {items.map(({ question, answerHtml }) => (
        <details key={question} className="group">
          <summary className="flex min-h-14 items-center justify-between gap-4 px-4 py-3 font-medium hover:bg-mist">
            {question}
            <Icon name="down" className="size-5 group-open:rotate-180" />
          </summary>
          {/* The gateway has cleaned it against an allow-list. */}
          <div className="prose-page px-4 pb-1" dangerouslySetInnerHTML={{ __html: answerHtml }} />
        </details>
      ))}
    </div>
  );
}
