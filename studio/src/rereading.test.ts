import { createMemoryRouter } from 'react-router';
import { ApiError } from './api/client';
import { withStalePages } from './rereading';

jest.mock('./i18n', () => ({ i18n: { t: (key: string) => key }, currentLang: () => 'en' }));

/** A router whose pages `/` and `/other` are read as `answer` says. */
async function open() {
  const page = { answer: (): unknown => 'first' };
  const loader = () => page.answer();
  const router = withStalePages((dataStrategy) =>
    createMemoryRouter(
      [
        { id: 'page', path: '/', loader },
        { id: 'other', path: '/other', loader },
      ],
      { dataStrategy },
    ),
  );
  if (!router.state.initialized)
    await new Promise<void>((done) => {
      const stop = router.subscribe(({ initialized }) => {
        if (!initialized) return;
        stop();
        done();
      });
    });
  return { page, router };
}

const fails = (status: number) => () => {
  throw new ApiError('No.', 'any', status);
};

test.each([0, 429, 502])('a page stays when it cannot be read again (%d)', async (status) => {
  const { page, router } = await open();
  page.answer = fails(status);
  await router.revalidate();
  expect(router.state.errors).toBeNull();
  expect(router.state.loaderData.page).toBe('first');
  page.answer = () => 'second';
  await router.revalidate();
  expect(router.state.loaderData.page).toBe('second');
});

test.each([403, 404])('a page that is not there any more is an error (%d)', async (status) => {
  const { page, router } = await open();
  page.answer = fails(status);
  await router.revalidate();
  expect(router.state.errors).toMatchObject({ page: { status } });
});

test('another page that cannot be read is an error', async () => {
  const { page, router } = await open();
  page.answer = fails(0);
  await router.navigate('/other');
  expect(router.state.errors).toMatchObject({ other: { status: 0 } });
});
