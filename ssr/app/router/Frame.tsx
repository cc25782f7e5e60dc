import type { ComponentType } from 'react';
import {
  Outlet,
  ScrollRestoration,
  useLoaderData,
  useMatches,
  useRouteError,
  type Location,
} from 'react-router';
import type { FooterProps } from '../components/frame/footerFrame';
import { Layout } from '../components/frame/Layout';
import { PreviewNotice } from '../components/frame/PreviewNotice';
import { Component as ErrorPage } from '../routes/error';
import { Component as NotFound } from '../routes/not_found';
import { FrameRegions } from '../state/FrameRegions';
import { toPublicError } from './errors';
import { useNavigationEffects } from './navigationEffects';
import type { Page } from '../gw/page';
import type { PageHandle } from './module';
import { PageContext, usePage } from './page';

type Props = { Footer: ComponentType<FooterProps> };

/** The frame of every page: provides its data, and renders header, footer and overlays. */
export function Frame({ Footer }: Props) {
  return (
    <PageContext.Provider value={useLoaderData<Page>()}>
      <FrameContent Footer={Footer} />
    </PageContext.Provider>
  );
}

function FrameContent({ Footer }: Props) {
  const matches = useMatches();
  const hideHeader = matches.some((match) => (match.handle as PageHandle | undefined)?.hideHeader);
  useNavigationEffects();
  return (
    <>
      <Layout hideHeader={hideHeader} Footer={Footer}>
        <Outlet />
      </Layout>
      <FrameRegions />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

// Back and forward restore the scroll position; a link opens its page at the top, also one that was visited before. A document's first entry has no key of its own.
function scrollKey({ key, pathname, search }: Location): string {
  return key === 'default' ? `${pathname}${search}` : key;
}

/**
 * Renders the matched page. Only the front door knows whether that product, order or text exists: when the kind of page is
 * not_found, the not-found page is rendered instead.
 */
export function PageOutlet() {
  const { kind, preview } = usePage();
  return (
    <>
      {preview && <PreviewNotice preview={preview} />}
      {kind === 'not_found' ? <NotFound /> : <Outlet />}
    </>
  );
}

/** The error page inside the frame. */
export function PageError() {
  return <ErrorPage {...toPublicError(useRouteError(), '')} />;
}

/** The error page without header and footer, for when the frame failed or its data could not be read. */
export function FrameError() {
  return (
    <main id="main">
      <ErrorPage {...toPublicError(useRouteError(), '')} />
    </main>
  );
}
