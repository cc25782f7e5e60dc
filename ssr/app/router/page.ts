import { createContext, useContext } from 'react';
import { useTranslation } from '../i18n/react';
import { useActionData, useNavigation } from 'react-router';
import type { Gw } from '../gw/client';
import type { Page, Shell } from '../gw/page';
import type { Lang } from '../i18n/lang';
import type { ActionDone, ActionFailure } from './module';

/** The current page. */
export const PageContext = createContext<Page | null>(null);

/**
 * The current page, of any kind. A route's component gets the page of its own kind from the route table ({@link PageProps}), and
 * passes it on to the components that need the kind.
 * @throws Error outside a frame with page data
 */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('no page data here');
  return page;
}

/** Menus, tenant, languages: the same on every page of a tenant and language. */
export function useShell(): Shell {
  return usePage().shell;
}

/** Language of the page; switching it loads another document. */
export function useLang(): Lang {
  return useTranslation().language as Lang;
}

/** Links to this page in the other languages; a `redirect` in its address is in that language, too. */
export function useOtherLanguages(): Shell['languages'] {
  const lang = useLang();
  return useShell().languages.filter(({ locale }) => locale !== lang);
}

/** Status of the page's requests: none yet, one under way, or the outcome of the last form post. */
export type AsyncStatus = 'idle' | 'pending' | 'success' | 'error';

/** The status of the page's navigation or form post. */
export function useAsyncStatus(): AsyncStatus {
  const outcome = useActionData<ActionFailure | ActionDone>();
  if (useNavigation().state !== 'idle') return 'pending';
  if (!outcome) return 'idle';
  return outcome.ok ? 'success' : 'error';
}

/** Whether a navigation or form post is under way. */
export function useBusy(): boolean {
  return useAsyncStatus() === 'pending';
}

type FieldState = { name: string; defaultValue: string; error: string | undefined };

export type ActionErrors<Extra> = {
  failed: boolean;
  code?: string;
  message?: string;
  fields: Record<string, string>;
  field: (name: string) => string | undefined;
  value: (name: string, fallback?: string) => string;
  /** Props for the field of this name: the typed value or the fallback, and its error. */
  input: (name: string, fallback?: string) => FieldState;
  extra: Partial<Extra>;
  outcome?: ActionFailure | ActionDone;
};

/** Outcome of the last form post to this page, with messages and typed values by field name. */
export function useActionErrors<Extra extends object = object>(): ActionErrors<Extra> {
  const { t } = useTranslation();
  const outcome = useActionData<ActionFailure | ActionDone>();
  const failure = outcome && !outcome.ok ? outcome : undefined;
  const fields = failure?.fields ?? {};
  const value = (name: string, fallback = '') => outcome?.values[name]?.[0] ?? fallback;
  return {
    failed: failure !== undefined,
    code: failure?.code,
    message: failure && (failure.message || t('common:unavailable')),
    fields,
    field: (name) => fields[name],
    value,
    input: (name, fallback) => ({
      name,
      defaultValue: value(name, fallback),
      error: fields[name],
    }),
    extra: (outcome?.extra ?? {}) as Partial<Extra>,
    outcome,
  };
}

/** The tab's gateway client; the renderer has one in loaders and actions only. */
export const GwContext = createContext<Gw | null>(null);

/** The gateway, for effects and event handlers. */
export function useGw(): Gw {
  const gw = useContext(GwContext);
  return gw ?? NOT_IN_RENDERER;
}

// Rendering must not call the gateway; only an effect or a handler may, and those run in the browser.
const refuse = () =>
  Promise.reject(new Error('the gateway is called in effects and handlers only'));
const NOT_IN_RENDERER: Gw = { get: refuse, post: refuse, seal: refuse };
