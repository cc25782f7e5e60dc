import { currentLang } from '../i18n';

const numbers = (signDisplay: 'auto' | 'exceptZero') =>
  new Intl.NumberFormat(currentLang() === 'zh' ? 'zh-CN' : 'en', { signDisplay });

/** Formats a number of points: `1,200`. */
export const formatPoints = (points: number): string => numbers('auto').format(points);

/** Formats a change of points with its sign: `+1,200`. */
export const formatChange = (points: number): string => numbers('exceptZero').format(points);
