import { budget, checkout } from './checkout';
import { mainOf } from './shopPages';

test.each([
  ['en', 'eSIM here'],
  ['zh', 'eSIM 会发到这里'],
])(
  '%s: an eSIM is promised by mail only where one is ordered, not with a SIM card or a top-up',
  async (lang, promise) => {
    const [line] = budget.lines;
    const page = (more: Partial<typeof line>) =>
      mainOf(
        'order',
        { ...checkout, budget: { ...budget, lines: [{ ...line!, ...more }] } },
        `/${lang}/order`,
      );
    expect(await page({})).toContain(promise);
    expect(await page({ simType: 'physical' })).not.toContain(promise);
    expect(await page({ simId: 's1' })).not.toContain(promise);
  },
);
