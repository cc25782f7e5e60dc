import { EsimGuide } from '../components/esim/EsimGuide';
import { Breadcrumbs } from '../components/page/Breadcrumbs';
import type { PageAction, PageHandle, PageProps } from '../router/module';

export const handle: PageHandle = { i18n: ['esim', 'content'] };

// The code of the action is loaded with the first post: few visitors check a device.
export const action: PageAction = async (args) => {
  const { checkDevice } = await import('../components/esim/checkDevice');
  return checkDevice(args);
};

export function Component({ page }: PageProps<'esim'>) {
  const { data } = page;
  return (
    <div className="container-page">
      <Breadcrumbs crumbs={[{ label: data.title }]} />
      <EsimGuide guide={data} />
    </div>
  );
}
