// Fills an empty database and serves Vendure's shop API, until it is told to stop.
//   node server.mjs PORT SOCKETS DATABASE_PORT DATABASE PRODUCTS
import { writeFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

// Without this it reports to its makers, and leaves an id in the working folder.
process.env.VENDURE_DISABLE_TELEMETRY = 'true';
const require = createRequire(import.meta.url);
const vendure = require('@vendure/core');
const { populate } = require('@vendure/core/cli');

const [port, host, databasePort, database, products] = process.argv.slice(2);

const config = {
  apiOptions: {
    hostname: '127.0.0.1',
    port: Number(port),
    shopApiPath: 'shop-api',
    adminApiPath: 'admin-api',
  },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: 'bench', password: 'bench' },
    cookieOptions: { secret: 'bench' },
  },
  dbConnectionOptions: {
    type: 'postgres',
    host,
    port: Number(databasePort),
    username: 'roamcart',
    database,
    synchronize: true,
    logging: false,
    extra: { max: 16 },
  },
  paymentOptions: { paymentMethodHandlers: [vendure.dummyPaymentHandler] },
  // What is sold is not sent: an order needs no address.
  orderOptions: {
    process: [vendure.configureDefaultOrderProcess({ arrangingPaymentRequiresShipping: false })],
  },
  plugins: [vendure.DefaultJobQueuePlugin, vendure.DefaultSearchPlugin],
  logger: new vendure.DefaultLogger({ level: vendure.LogLevel.Error }),
};

const initialData = {
  defaultLanguage: 'en',
  defaultZone: 'Europe',
  countries: [{ name: 'Germany', code: 'DE', zone: 'Europe' }],
  taxRates: [{ name: 'Standard', percentage: 20 }],
  shippingMethods: [{ name: 'Standard', price: 0 }],
  paymentMethods: [
    {
      name: 'card',
      handler: {
        code: 'dummy-payment-handler',
        arguments: [{ name: 'automaticSettle', value: 'true' }],
      },
    },
  ],
  collections: [],
};

const heading =
  'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets';
const lines = Array.from(
  { length: Number(products) },
  (_, n) => `Plan ${n},plan-${n},A plan,,,,,plan-${n},6.50,Standard,100000,true,,`,
);
const csv = path.join(tmpdir(), `vendure-${process.pid}.csv`);
await writeFile(csv, [heading, ...lines, ''].join('\n'));
const app = await populate(() => vendure.bootstrap(config), initialData, csv);
await rm(csv);
await app.get(vendure.JobQueueService).start();
console.log('Vendure answers');
process.on('SIGTERM', () => {
  app.close().finally(() => process.exit(0));
});
