import { EsimGuide } from '../components/esim/EsimGuide';
import type { PageAction, PageHandle, PageProps } from '../router/module';

// The guide alone, to be shown inside another page or an app.
export const handle: PageHandle = { i18n: ['esim', 'content'], hideHeader: true };

// The code of the action is loaded with the first post: few visitors check a device.
export const action: PageAction = async (args) => {
  const { checkDevice } = await import('../components/esim/checkDevice');
  return checkDevice(args);
};

export function Component({ page }: PageProps<'esim_module'>) {
  const { data } = page;
  return (
    <div className="container-page py-6">
      <EsimGuide guide={data} />
    </div>
  );
}
