import { create } from 'zustand';
import {
  cartCountDefault,
  defaultLangId,
  notificationMs,
  sortDefault,
  toastMs,
} from '../../../shared/constants.json';
import type { Session } from '../boot/session';

/** One message in the toast region. */
export type Notice = { id: number; message: string; durationMs: number; action?: NoticeAction };

/** A button in a message. */
export type NoticeAction = { label: string; run: () => void };

/** A confirmation dialog; `answer` closes it. */
export type MessageBox = { message: string; answer: (confirmed: boolean) => void };

/** The query of a listing; `voice` etc. are its query values. */
export type ListParams = {
  group: string;
  filter: { countries: string[]; voice: string; webUseCountries: string[]; oneYuanOneGB: number };
  sort: number;
};

/**
 * The client state of the specification (section 3), by the names given there. The shop reads cartCount, fullLoading, smallScreen,
 * sessionReady, pendingCalls, notices and messageBox. The others exist only because the specification names them: their data are in
 * the page's data, in forms, in HttpOnly cookies, or in the gateway client.
 */
export type ShopState = {
  token: string;
  isLogin: boolean;
  userInfo: Record<string, unknown> | null;
  visitorId: string;
  /** Starts at 1 by specification; shown only once `sessionReady` is true. */
  cartCount: number;
  langId: number;
  fullLoading: boolean;
  wideScreen: boolean;
  smallScreen: boolean;
  pageInfo: Record<string, unknown> | null;
  coupon: string;
  couponUse: boolean;
  referral: string;
  referralUse: boolean;
  point: string;
  pointUse: boolean;
  loginLoading: boolean;
  dialogLogin: boolean;
  needCloseDialog: boolean;
  redirectToOrder: boolean;
  redirectToQuery: string;
  region: string[];
  call: boolean;
  discount: number;
  sort: number;
  sortList: { value: number; label: 'priceUp' | 'priceDown' }[];
  getListParams: ListParams;
  orderDetail: Record<string, unknown> | null;
  detailLoading: boolean;
  doBudgetResult: Record<string, unknown> | null;
  doBudgetParams: Record<string, unknown> | null;
  /** Publishable key of the payment provider. */
  pk: string;
  /** RSA public key of encrypted calls, PEM SPKI. */
  publicKey: string;
  // Not of the specification: state of the frame.
  sessionReady: boolean;
  pendingCalls: number;
  notices: Notice[];
  messageBox: MessageBox | null;
};

export const INITIAL_STATE: Readonly<ShopState> = Object.freeze<ShopState>({
  token: '',
  isLogin: false,
  userInfo: null,
  visitorId: '',
  cartCount: cartCountDefault,
  langId: defaultLangId,
  fullLoading: false,
  wideScreen: false,
  smallScreen: false,
  pageInfo: null,
  coupon: '',
  couponUse: false,
  referral: '',
  referralUse: false,
  point: '',
  pointUse: false,
  loginLoading: false,
  dialogLogin: false,
  needCloseDialog: false,
  redirectToOrder: false,
  redirectToQuery: '',
  region: [],
  call: false,
  discount: 0,
  sort: sortDefault,
  sortList: [
    { value: 1, label: 'priceUp' },
    { value: 2, label: 'priceDown' },
  ],
  getListParams: {
    group: '',
    filter: { countries: [], voice: '', webUseCountries: [], oneYuanOneGB: 0 },
    sort: sortDefault,
  },
  orderDetail: null,
  detailLoading: false,
  doBudgetResult: null,
  doBudgetParams: null,
  pk: '',
  publicKey: '',
  sessionReady: false,
  pendingCalls: 0,
  notices: [],
  messageBox: null,
});

/**
 * The tab's state. In the renderer it stays at its initial values, because one process serves everybody: {@link setShop} throws
 * there.
 */
export const useShop = create<ShopState>()(() => INITIAL_STATE);

/** Writes client state; browser only. @throws Error in the renderer */
export function setShop(
  change: Partial<ShopState> | ((now: ShopState) => Partial<ShopState>),
): void {
  if (typeof document === 'undefined')
    throw new Error('client state is written in the browser only');
  useShop.setState(change);
}

/** Copies a response of the session call into the state keys. */
export function applySession(session: Session): void {
  setShop({
    sessionReady: true,
    isLogin: session.isLogin,
    userInfo: session.user ?? null,
    cartCount: session.cartCount,
    langId: session.langId,
  });
}

let lastNotice = 0;

/**
 * Shows a message: a toast of 2 s on phones, a notification of 3 s on wider screens, unless `durationMs` is given; `Infinity` stays
 * until it is dismissed.
 * @returns its id, for {@link dismiss}
 */
export function notify(
  message: string,
  { durationMs = defaultNoticeMs(), action }: { durationMs?: number; action?: NoticeAction } = {},
): number {
  const notice = { id: ++lastNotice, message, durationMs, action };
  setShop((now) => ({ notices: [...now.notices, notice] }));
  if (durationMs < Infinity) setTimeout(() => dismiss(notice.id), durationMs);
  return notice.id;
}

function defaultNoticeMs(): number {
  return useShop.getState().smallScreen ? toastMs : notificationMs;
}

/** Removes a message. */
export function dismiss(id: number): void {
  setShop((now) => ({ notices: now.notices.filter((notice) => notice.id !== id) }));
}

/** Clears the login from the state; the token is a cookie, which the gateway deletes. */
export function clearLogin(): void {
  setShop({ token: INITIAL_STATE.token, isLogin: false, userInfo: null });
}

/** Opens a confirmation dialog; resolves to false when the shopper cancels. A second dialog cancels an open one. */
export function confirmBox(message: string): Promise<boolean> {
  useShop.getState().messageBox?.answer(false);
  return new Promise((resolve) => {
    const answer = (confirmed: boolean) => {
      setShop({ messageBox: null });
      resolve(confirmed);
    };
    setShop({ messageBox: { message, answer } });
  });
}

/** Shows the loading mask until the returned function is called; calls are counted. */
export function showLoadingMask(): () => void {
  count(1);
  let open = true;
  return () => {
    if (open) count(-1);
    open = false;
  };
}

function count(by: 1 | -1): void {
  setShop((now) => ({
    pendingCalls: now.pendingCalls + by,
    fullLoading: now.pendingCalls + by > 0,
  }));
}
