import type { components, paths } from './schema';

type Schemas = components['schemas'];

// The entities of pages, by their names in the contract.
export type Address = Schemas['Address'];
export type Budget = Schemas['Budget'];
export type Cart = Schemas['Cart'];
export type CartItem = Schemas['CartItem'];
export type ToRegister = Schemas['ToRegister'];
export type StartDates = Schemas['StartDates'];
export type Destination = Schemas['Destination'];
export type DestinationFacts = Schemas['DestinationFacts'];
export type DestinationSection = Schemas['DestinationSection'];
export type RatedGoods = Schemas['RatedGoods'];
export type DestinationChoice = Schemas['DestinationChoice'];
export type DestinationName = Schemas['DestinationName'];
export type Suggestion = Schemas['Suggestion'];
export type DestinationTile = Schemas['DestinationTile'];
export type ComparedGoods = Schemas['ComparedGoods'];
export type Device = Schemas['Device'];
export type Discount = Schemas['Discount'];
export type ErrorData = Schemas['ErrorData'];
export type Facets = Schemas['Facets'];
export type Faq = Schemas['Faq'];
export type Goods = Schemas['Goods'];
export type GoodsFacts = Schemas['GoodsFacts'];
export type Group = Schemas['Group'];
export type Install = Schemas['Install'];
export type ListingQuery = Schemas['ListingQuery'];
export type MenuItem = Schemas['MenuItem'];
export type Order = Schemas['Order'];
export type OrderSummary = Schemas['OrderSummary'];
export type GuestOrders = Schemas['GuestOrders'];
export type OrderItem = Schemas['OrderItem'];
export type PaymentState = Schemas['PaymentState'];
export type Rewards = Schemas['Rewards'];
export type ShippingMethod = Schemas['ShippingMethod'];
export type RealNameRegime = Schemas['RealNameRegime'];
export type Sim = Schemas['Sim'];
export type SimDetail = Schemas['SimDetail'];
export type SimPlan = Schemas['SimPlan'];
export type SimUsage = Schemas['SimUsage'];
export type SimUsageMeter = Schemas['SimUsageMeter'];
export type Site = Schemas['Site'];
export type TestCard = Schemas['TestCard'];
export type TimelineStep = Schemas['TimelineStep'];
export type TopUp = Schemas['TopUp'];
export type WalletPromo = Schemas['WalletPromo'];
export type WhichChoice = Schemas['WhichChoice'];
export type WhichNearest = Schemas['WhichNearest'];
export type WhichPart = Schemas['WhichPart'];

type Method = 'get' | 'post';

// Paths are written without the /gw prefix, as in the specification.
type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths] extends infer Full
  ? Full extends `/gw${infer Short}`
    ? Short
    : never
  : never;

export type GetPath = PathWith<'get'>;
export type PostPath = PathWith<'post'>;

type Operation<P extends string, M extends Method> = `/gw${P}` extends keyof paths
  ? paths[`/gw${P}`] extends Record<M, infer Found>
    ? Found
    : never
  : never;

/** `data` of the call's answer. */
export type GwData<P extends string, M extends Method> =
  Operation<P, M> extends {
    responses: { 200: { content: { 'application/json': { data?: infer Data } } } };
  }
    ? Data
    : unknown;

/** Query of a GET; the client adds the context as headers. */
export type GwQuery<P extends string> =
  Operation<P, 'get'> extends { parameters: { query?: infer Query } }
    ? [Query] extends [undefined]
      ? Record<string, never>
      : NonNullable<Query>
    : Record<string, never>;

// Fields that a sealed body may have beside the envelope; the client sends them as headers.
type Context = 'langId' | 'lang' | 'application' | 'tenantId';

/** JSON body of a POST. */
export type GwBody<P extends string> =
  Operation<P, 'post'> extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? Omit<Body, Context>
    : Record<string, never>;

// The plain text of the sealed body of each encrypted call (`x-roamcart: {enc, plain}` of the contract).
type PlainBodies = {
  '/auth/register': Schemas['RegisterBody'];
  '/auth/token/login': Schemas['LoginBody'];
  '/auth/password/reset': Schemas['PasswordResetBody'];
  '/mall/us/updateUserInfo': Schemas['UpdateUserInfoBody'];
  '/mall/us/deleteAccount': Schemas['DeleteAccountBody'];
  '/cq-ordercharge/order/encryptSubmit': Schemas['SubmitOrderBody'];
  '/sim/us/realname': Schemas['RealnameBody'];
};

export type SealedPath = keyof PlainBodies;
export type GwPlain<P extends SealedPath> = PlainBodies[P];
