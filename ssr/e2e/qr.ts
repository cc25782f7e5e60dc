import { createRequire } from 'node:module';
import type { Browser } from '@playwright/test';
import type jsQR from 'jsqr';

// It reads where the pixels are: a million numbers on their way out of a browser take seconds.
const READER = createRequire(import.meta.url).resolve('jsqr');

/** What a phone reads from a picture of a QR code; undefined when it sees none. */
export async function scan(browser: Browser, png: Buffer): Promise<string | undefined> {
  // A browser of its own: the shopper's may run no scripts.
  const context = await browser.newContext({ javaScriptEnabled: true });
  try {
    const page = await context.newPage();
    await page.addScriptTag({ path: READER });
    return await page.evaluate(async (base64) => {
      const picture = await fetch(`data:image/png;base64,${base64}`).then((r) => r.blob());
      const bitmap = await createImageBitmap(picture);
      const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      pen.drawImage(bitmap, 0, 0);
      const { data, width, height } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
      const reader = window as unknown as { jsQR: typeof jsQR };
      return reader.jsQR(data, width, height)?.data;
    }, png.toString('base64'));
  } finally {
    await context.close();
  }
}
