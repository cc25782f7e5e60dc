import type { ComponentProps } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { TranslatorContext } from '../../i18n/react';
import { ROOT_ID } from '../../router/module';
import { translator } from '../testTexts';
import { ShippingBlock } from './ShippingBlock';

type Info = ComponentProps<typeof ShippingBlock>['info'];

const parcel = {
  fullName: 'Mei Chan',
  address: { addressLine1: '12 Harbour Road', city: 'Wan Chai', country: 'HK' },
  method: 'Express courier',
} as Info;

function shown(sent: Partial<Info>, ended = false): string {
  const page = { locale: 'en', shell: { tenant: { timeZone: 'Asia/Hong_Kong' } } };
  const router = createMemoryRouter(
    [
      {
        id: ROOT_ID,
        path: '*',
        loader: () => page,
        element: <ShippingBlock orderNo="A1" info={{ ...parcel, ...sent }} ended={ended} />,
      },
    ],
    { initialEntries: ['/en/my-order/1'], hydrationData: { loaderData: { [ROOT_ID]: page } } },
  );
  return renderToString(
    <TranslatorContext.Provider value={translator('en')}>
      <RouterProvider router={router} />
    </TranslatorContext.Provider>,
  );
}

test('a parcel is followed where its carrier has a page for it', () => {
  const trackingUrl = 'https://carrier.example/SF123';
  expect(shown({ trackingNumber: 'SF123', trackingUrl })).toContain(`href="${trackingUrl}"`);
  const numbered = shown({ trackingNumber: 'SF123' });
  expect(numbered).toContain('value="SF123"');
  expect(numbered).not.toContain('_blank');
});

test('a number is waited for only while a parcel may still come', () => {
  expect(shown({})).toContain('There is no tracking number yet.');
  expect(shown({}, true)).not.toContain('There is no tracking number yet.');
});
