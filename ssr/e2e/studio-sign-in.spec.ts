import type { Page } from '@playwright/test';
import { inviteMember } from './cli';
import { accessibilityProblems } from './inspect';
import { waitForMail } from './outbox';
import { LANGS, expect, test } from './test';
import { addAuthenticator, checkPage, openByNavigation } from './studio';
import { fixedPart } from './texts';

// Members of staff get into the Studio and manage each other. Each test makes its own members.

test.use({ viewport: { width: 1440, height: 900 } });

let last = 0;
const someone = () => `studio-${process.pid}-${Date.now()}-${(last += 1)}@example.com`;

for (const lang of LANGS) {
  test.describe(() => {
    test.use({ lang });

    test(`accepts an invitation and logs in with a passkey, ${lang}`, async ({
      page,
      t,
      monitor,
    }) => {
      monitor.allow(401); // Nobody is logged in at first.
      monitor.allow(404); // The invitation has been used.
      monitor.allow(422); // A name is missing.
      await addAuthenticator(page);
      const link = await inviteMember(someone(), 'admin', lang);
      await page.goto(link);
      await checkPage(page, t('studio:invitation.title'));
      await page.getByRole('button', { name: t('studio:invitation.passkey') }).click();
      await expect(page.getByText(t('errors:name_required'))).toBeVisible();
      await page.getByLabel(t('studio:invitation.name')).fill('Ada');
      await page.getByRole('button', { name: t('studio:invitation.passkey') }).click();
      await checkPage(page, t('studio:home.title'));

      await openByNavigation(page, t('studio:nav.account'));
      await checkPage(page, t('studio:account.title'));
      await page.getByRole('button', { name: t('studio:account.rename') }).click();
      await page.getByLabel(t('studio:account.renameLabel', { name: 'localhost' })).fill('Laptop');
      const keys = page.getByRole('region', { name: t('studio:account.passkeys') });
      await keys.getByRole('button', { name: t('studio:common.save') }).click();
      await expect(keys.getByText('Laptop', { exact: true })).toBeVisible();

      await page.getByRole('button', { name: t('studio:nav.logout') }).click();
      await checkPage(page, t('studio:login.title'));
      // Where one wanted to go is where one is after the login.
      await page.goto('/studio/log');
      await page.getByRole('button', { name: t('studio:login.passkey') }).click();
      await checkPage(page, t('studio:log.title'));
      await expect(page.getByText(t('studio:log.actions.login')).first()).toBeVisible();

      await page.goto('about:blank');
      await page.goto(link);
      await checkPage(page, t('studio:invitation.invalidTitle'));
      await expect(page.getByText(t('errors:staff_invitation_invalid'))).toBeVisible();
    });

    test(`a colleague is invited by form, logs in with codes, and is disabled, ${lang}`, async ({
      browser,
      page,
      request,
      t,
      monitor,
    }) => {
      monitor.allow(401);
      monitor.allow(422); // What is typed is wrong at first.
      await page.goto(await inviteMember(someone(), 'admin', lang));
      await page.getByLabel(t('studio:invitation.name')).fill('Ada');
      await page.getByRole('button', { name: t('studio:invitation.code') }).click();
      await openByNavigation(page, t('studio:nav.people'));
      const colleague = someone();
      // Other tests invite people at the same time.
      const bo = `Bo of ${colleague}`;
      await page.getByRole('textbox', { name: t('studio:people.email') }).fill('no address');
      await page.getByRole('button', { name: t('studio:people.send') }).click();
      await expect(page.getByText(t('errors:email_invalid'))).toBeVisible();
      await page.getByRole('textbox', { name: t('studio:people.email') }).fill(colleague);
      await page
        .getByRole('combobox', { name: t('studio:people.role') })
        .last()
        .selectOption('editor');
      await page.getByRole('button', { name: t('studio:people.send') }).click();
      await expect(page.getByText(t('studio:people.sent', { email: colleague }))).toBeVisible();
      await checkPage(page, t('studio:people.title'));

      const subject = {
        en: 'Your invitation to the Roamcart Studio',
        zh: '邀请您加入 Roamcart 工作台',
      };
      const { text } = await waitForMail(request, colleague, subject[lang]);
      const theirs = await browser.newContext({ locale: lang === 'zh' ? 'zh-CN' : 'en-US' });
      const other = await theirs.newPage();
      await other.goto(/\S+\/studio\/invitation#\S+/.exec(text)![0]);
      await other.getByLabel(t('studio:invitation.name')).fill(bo);
      await other.getByRole('button', { name: t('studio:invitation.code') }).click();
      await checkPage(other, t('studio:home.title'));
      // An editor's menu has neither people nor the log, and their addresses show nothing.
      await expect(other.getByRole('link', { name: t('studio:nav.people') })).toHaveCount(0);
      await other.goto('/studio/people');
      await checkPage(other, t('studio:errors.forbiddenTitle'));
      await other.getByRole('button', { name: t('studio:nav.logout') }).click();

      await other.getByLabel(t('studio:login.email')).fill(colleague);
      await other.getByRole('button', { name: t('studio:login.send') }).click();
      const code = other.getByLabel(t('studio:login.code'));
      await expect(code).toBeFocused();
      await code.fill('12345x');
      await other.getByRole('button', { name: t('studio:login.submit'), exact: true }).click();
      await expect(other.getByText(t('errors:code_incorrect'))).toBeVisible();
      await checkPage(other, t('studio:login.title'));
      const sent = await waitForMail(
        request,
        colleague,
        { en: 'Your Roamcart verification code', zh: '您的 Roamcart 验证码' }[lang],
      );
      await code.fill(/\b\d{6}\b/.exec(sent.text)![0]);
      await other.getByRole('button', { name: t('studio:login.submit'), exact: true }).click();
      await expect(other.getByRole('heading', { name: t('studio:home.title') })).toBeVisible();

      await page.reload();
      await page.getByRole('button', { name: t('studio:people.disableOf', { name: bo }) }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('studio:people.disable') })
        .click();
      await expect(
        page.getByRole('button', { name: t('studio:people.enableOf', { name: bo }) }),
      ).toBeVisible();
      await other
        .getByRole('link', { name: t('studio:nav.account') })
        .first()
        .click();
      await expect(other.getByRole('heading', { name: t('studio:login.title') })).toBeVisible();
      await theirs.close();

      // Of two who give somebody another role, the second one has to look at the first one's.
      const twin = await page.context().newPage();
      await twin.goto(page.url());
      const roleOn = (who: Page) => who.getByLabel(t('studio:people.roleOf', { name: bo }));
      const rowOn = (who: Page) => who.getByRole('listitem').filter({ has: roleOn(who) });
      const setRole = async (who: Page, role: string) => {
        await roleOn(who).selectOption(role);
        await rowOn(who)
          .getByRole('button', { name: t('studio:people.setRole') })
          .click();
      };
      await expect(roleOn(twin)).toHaveValue('editor');
      await setRole(page, 'publisher');
      await expect(rowOn(page).getByText(t('studio:common.saved'))).toBeVisible();
      monitor.allow(409);
      await setRole(twin, 'support');
      await expect(
        rowOn(twin).getByText(fixedPart(t, 'errors:staff_role_overtaken', 'author')),
      ).toBeVisible();
      await expect(roleOn(twin)).toHaveValue('publisher');
      await checkPage(twin, t('studio:people.title'));
      await setRole(twin, 'support');
      await expect(rowOn(twin).getByText(t('studio:common.saved'))).toBeVisible();
      await page.reload();
      await expect(roleOn(page)).toHaveValue('support');
    });
  });
}

test('logs in by keyboard, and never redirects to another host', async ({ page, t, monitor }) => {
  monitor.allow(401);
  await addAuthenticator(page);
  await page.goto(await inviteMember(someone(), 'admin', 'en'));
  await page.getByLabel(t('studio:invitation.name')).fill('Ada');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: t('studio:home.title') })).toBeFocused();
  await page.getByRole('button', { name: t('studio:nav.logout') }).press('Enter');
  await expect(page.getByRole('heading', { name: t('studio:login.title') })).toBeFocused();
  await page.goto('/studio/login?next=//evil.example/%5C');
  const passkey = page.getByRole('button', { name: t('studio:login.passkey') });
  await expect(passkey).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(passkey).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: t('studio:home.title') })).toBeFocused();
  expect(new URL(page.url()).pathname).toBe('/studio');

  await page.reload();
  await expect(page.getByRole('heading', { name: t('studio:home.title') })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: t('studio:skip') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  // The menu of a phone opens and closes by key, and closes when a page was chosen.
  await page.setViewportSize({ width: 375, height: 812 });
  const menu = page.getByRole('button', { name: t('studio:menu') });
  await menu.press('Enter');
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('studio:nav.account') })
    .press('Enter');
  await expect(page.getByRole('heading', { name: t('studio:account.title') })).toBeFocused();
  await expect(page.getByRole('navigation')).toBeHidden();

  // What cannot be taken back asks once more; Escape takes nothing.
  const remove = page.getByRole('button', { name: t('studio:account.remove') });
  await remove.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();
  await remove.press('Enter');
  await dialog.getByRole('button', { name: t('studio:account.remove') }).press('Enter');
  await expect(page.getByText(t('studio:account.noPasskeys'))).toBeVisible();
});
