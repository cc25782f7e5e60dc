import { EsimGuide } from '../components/EsimGuide';
import type { PageHandle } from '../router/module';
import { usePage } from '../router/page';

// The guide alone, to be shown inside another page or an app.
export const handle: PageHandle = { i18n: ['esim', 'content'], hideHeader: true };

export function Component() {
  const { data } = usePage<'esim_module'>();
  return (
    <div className="container-page py-6">
      <EsimGuide guide={data} />
    </div>
  );
}
