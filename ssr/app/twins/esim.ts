import {
  esimMinIosVersion,
  esimsActiveAtOnce,
  esimsPerPhone,
} from '../../../shared/constants.json';
import { deviceBrands, findDevices } from '../components/esim/deviceBrands';
import { PLATFORMS, STEPS } from '../components/esim/EsimSteps';
import type { Page } from '../gw/page';
import type { Device } from '../gw/types';
import { date } from '../i18n/format';
import { paths } from '../router/paths';
import { questions, breadcrumbs } from './sections';
import {
  escape,
  heading,
  list,
  paragraph,
  joinParts,
  steps,
  strong,
  table,
  type Block,
  type Writer,
} from './writer';

/** All about eSIMs: what one is, devices, installation, questions, terms. */
export function esim({ data, shell, path }: Page<'esim' | 'esim_module'>, w: Writer): Block[] {
  const { t, lang } = w;
  const { title, markdown, updatedAt, faq } = data;
  const asked = new URL(path, w.origin).searchParams.get('device') ?? '';
  return [
    heading(1, title),
    paragraph(t('content:updated', { date: date(updatedAt, lang, shell.tenant.timeZone) })),
    ...facts(w),
    heading(2, t('esim:check.title')),
    paragraph(t('esim:check.intro')),
    markdown,
    ...devices(findDevices(data.devices, asked), w),
    heading(2, t('esim:steps.title')),
    paragraph(t('esim:steps.intro')),
    ...PLATFORMS.flatMap((platform) => [
      heading(3, t(`esim:steps.${platform}.title`)),
      steps(STEPS.map((step) => escape(t(`esim:steps.${platform}.${step}`)))),
    ]),
    w.link(t('esim:steps.more'), paths.service(lang, 'activation')),
    ...(faq.length > 0
      ? [
          heading(2, t('esim:faq.title')),
          ...questions(faq),
          w.link(t('esim:faq.all'), paths.faq(lang)),
        ]
      : []),
    paragraph(t('esim:end.text')),
    joinParts(
      w.link(t('esim:end.terms'), paths.terms(lang, 'terms-and-conditions')),
      w.link(t('esim:end.alone'), paths.esimModule(lang)),
      w.link(t('esim:end.plans'), paths.listing(lang, { simType: 'esim' })),
    ),
    breadcrumbs([{ label: title }], w),
  ];
}

function facts({ t }: Writer): Block[] {
  const titles = {
    stored: t('esim:facts.stored.title', { count: esimsPerPhone }),
    active: t('esim:facts.active.title', { count: esimsActiveAtOnce }),
    ios: t('esim:facts.ios.title', { version: esimMinIosVersion }),
    device: t('esim:facts.device.title'),
  };
  return [
    heading(2, t('esim:facts.title')),
    list(
      Object.entries(titles).map(([key, title]) =>
        joinParts(strong(title), escape(t(`esim:facts.${key}.text`))),
      ),
    ),
  ];
}

function devices(found: readonly Device[], { t }: Writer): Block[] {
  const head = [t('esim:devices.model'), t('esim:devices.support'), t('esim:devices.notes')];
  const row = ({ model, esim: has, activeEsims, exceptions, note }: Device) => [
    escape(model),
    joinParts(
      strong(t(has ? 'esim:devices.yes' : 'esim:devices.no')),
      // An editor's note says how many are in use, and more.
      has && activeEsims > 0 && !note && t('esim:devices.inUse', { count: activeEsims }),
    ),
    [...exceptions.map((one) => one.note), ...(note ? [note] : [])].map(escape).join(' / ') ||
      escape(t('esim:devices.noException')),
  ];
  return [
    heading(2, t('esim:devices.title')),
    paragraph(t('esim:devices.intro')),
    found.length === 0 && paragraph(t('esim:devices.none')),
    ...PLATFORMS.flatMap((platform) => {
      const brands = deviceBrands(found, platform);
      if (brands.length === 0) return [];
      return [
        heading(3, t(`esim:devices.${platform}`)),
        ...brands.flatMap(({ name, devices: models }) => [
          heading(4, t('esim:devices.brand', { brand: name, count: models.length })),
          table(head, models.map(row)),
        ]),
      ];
    }),
  ];
}
