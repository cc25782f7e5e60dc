import { expect, type APIRequestContext } from '@playwright/test';

export type Mail = {
  id: string;
  locale: string;
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; type: string; contentId?: string }[];
};

/** Mails to an address so far, oldest first. */
export async function mailsTo(request: APIRequestContext, email: string): Promise<Mail[]> {
  const answer = await request.get('/sandbox/outbox.json', { params: { to: email } });
  expect(answer.status()).toBe(200);
  const { items } = (await answer.json()) as { items: Mail[] };
  return items.toReversed();
}

/** Waits for the mail with a subject. */
export async function waitForMail(
  request: APIRequestContext,
  email: string,
  subject: string,
): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    const all = await mailsTo(request, email);
    found = all.find((one) => one.subject === subject);
    expect(found, `"${subject}" among ${JSON.stringify(all.map((m) => m.subject))}`).toBeDefined();
  }).toPass({ timeout: 20_000, intervals: [250] });
  return found!;
}

/** The picture of a QR code that came with a mail. */
export async function attachedImage(request: APIRequestContext, { id, attachments }: Mail) {
  const index = attachments.findIndex(({ type }) => type === 'image/png');
  const answer = await request.get(`/sandbox/outbox/${id}/attachments/${index}`);
  expect(answer.status()).toBe(200);
  return answer.body();
}
