import { JSDOM } from 'jsdom';
import { layOutDeferred } from './deferredLayout';

afterEach(() => {
  for (const name of ['window', 'document', 'requestIdleCallback']) {
    Reflect.deleteProperty(globalThis, name);
  }
});

test('what is below the first screen is laid out one part at a time, and all of it in the end', () => {
  const list = '<li class="defer-284">'.repeat(5);
  const { window } = new JSDOM(`<ul><li></li>${list}</ul>`);
  const idle: (() => void)[] = [];
  const requestIdleCallback = (task: () => void) => idle.push(task);
  Object.assign(globalThis, {
    window: { requestIdleCallback },
    document: window.document,
    requestIdleCallback,
  });
  const laidOut = () =>
    [...window.document.querySelectorAll('li')].filter(
      (part) => part.style.contentVisibility === 'visible',
    ).length;
  layOutDeferred();
  const counts = [laidOut()];
  while (idle.length > 0) {
    idle.shift()!();
    counts.push(laidOut());
  }
  expect(counts).toEqual([1, 2, 3, 4, 5, 5]);
});
