import type { Page } from '../gw/page';
import { paths } from '../router/paths';
import { breadcrumbs } from './sections';
import { escape, heading, list, paragraph, joinParts, type Block, type Writer } from './writer';

/** How the shop is reached, and who it is. */
export function contact({ shell }: Page<'contact'>, w: Writer): Block[] {
  const { t, lang } = w;
  const { hotline, hours, legal, supportEmail, wechat } = shell.tenant;
  const text = (key: string) => t(`contact:channels.${key}`);
  return [
    heading(1, t('contact:title')),
    paragraph(t('contact:intro')),
    heading(2, text('title')),
    list([
      w.fact(
        text('hotline'),
        joinParts(w.link(hotline, `tel:${hotline.replaceAll(' ', '')}`), escape(hours ?? '')),
      ),
      w.fact(
        text('email'),
        joinParts(w.link(supportEmail, `mailto:${supportEmail}`), escape(text('reply'))),
      ),
    ]),
    ...(wechat
      ? [
          heading(3, wechat.title),
          paragraph(wechat.description),
          `!${w.link(t('common:wechatQr'), wechat.qrImage)}`,
        ]
      : []),
    ...(legal ? [heading(2, text('seller')), paragraph(legal)] : []),
    heading(2, text('quick')),
    list([
      w.link(text('faq'), paths.faq(lang)),
      w.link(text('track'), paths.track(lang)),
      w.link(text('esim'), paths.esim(lang)),
    ]),
    breadcrumbs([{ label: t('contact:title') }], w),
  ];
}
