import type { Browser } from '@playwright/test';
import jsQR from 'jsqr';

/** What a phone reads from a picture of a QR code; undefined when it sees none. */
export async function scan(browser: Browser, png: Buffer): Promise<string | undefined> {
  // A browser of its own turns the picture into pixels: the shopper's may run no scripts.
  const context = await browser.newContext({ javaScriptEnabled: true });
  try {
    const page = await context.newPage();
    const { width, height, pixels } = await page.evaluate(async (base64) => {
      const picture = await fetch(`data:image/png;base64,${base64}`).then((r) => r.blob());
      const bitmap = await createImageBitmap(picture);
      const canvas = document.createElement('canvas');
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      const pen = canvas.getContext('2d')!;
      pen.drawImage(bitmap, 0, 0);
      const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
      return { width: canvas.width, height: canvas.height, pixels: [...data] };
    }, png.toString('base64'));
    return jsQR(Uint8ClampedArray.from(pixels), width, height)?.data;
  } finally {
    await context.close();
  }
}
