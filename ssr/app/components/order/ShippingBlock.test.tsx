import type { ComponentProps } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { Page } from '../../gw/page';
import { TranslatorContext } from '../../i18n/react';
import { PageContext } from '../../router/page';
import { translator } from '../testTexts';
import { ShippingBlock } from './ShippingBlock';

type Info = ComponentProps<typeof ShippingBlock>['info'];

const parcel = {
  fullName: 'Mei Chan',
  address: { addressLine1: '12 Harbour Road', city: 'Wan Chai', country: 'HK' },
  method: 'Express courier',
} as Info;

function shown(sent: Partial<Info>, ended = false): string {
  const page = { shell: { tenant: { timeZone: 'Asia/Hong_Kong' } } } as Page;
  const element = <ShippingBlock orderNo="A1" info={{ ...parcel, ...sent }} ended={ended} />;
  const router = createMemoryRouter([{ path: '*', element }], {
    initialEntries: ['/en/my-order/1'],
  });
  return renderToString(
    <TranslatorContext.Provider value={translator('en')}>
      <PageContext.Provider value={page}>
        <RouterProvider router={router} />
      </PageContext.Provider>
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
