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

/** Round every page: its data, header, footer, and what lies over them. */
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

// Back and forward return to where the page was left; a link opens its page at the top, also one that was seen
// before. A document's first entry has no key of its own.
function scrollKey({ key, pathname, search }: Location): string {
  return key === 'default' ? `${pathname}${search}` : key;
}

/**
 * The page itself. The URL chose a route, but only the front door knows whether that product, order or
 * text exists: when it says not_found, the matched page is not rendered.
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

/** A page that failed, inside the frame. */
export function PageError() {
  return <ErrorPage {...toPublicError(useRouteError(), '')} />;
}

/** The frame itself failed or its data never came: no header, no menu, just the words. */
export function FrameError() {
  return (
    <main id="main">
      <ErrorPage {...toPublicError(useRouteError(), '')} />
    </main>
  );
}
