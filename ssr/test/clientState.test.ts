import { INITIAL_STATE } from '../app/state/store';

test('the client state keys of the specification, with their defaults', () => {
  const {
    sessionReady: _,
    pendingCalls: __,
    notices: ___,
    messageBox: ____,
    ...keys
  } = INITIAL_STATE;
  expect(keys).toEqual({
    token: '',
    isLogin: false,
    userInfo: null,
    visitorId: '',
    cartCount: 1,
    langId: 2,
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
    sort: 1,
    sortList: [
      { value: 1, label: 'priceUp' },
      { value: 2, label: 'priceDown' },
    ],
    getListParams: {
      group: '',
      filter: { countries: [], voice: '', webUseCountries: [], oneYuanOneGB: 0 },
      sort: 1,
    },
    orderDetail: null,
    detailLoading: false,
    doBudgetResult: null,
    doBudgetParams: null,
    pk: '',
    publicKey: '',
  });
});
