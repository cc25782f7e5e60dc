import { i18n } from '../i18n';
import { formatChange } from './formatPoints';
import type { StaffAction } from './types';

/** The text of an action of staff on a customer; an action without a translation is shown as it was logged. */
export function actionText({ action, detail }: Pick<StaffAction, 'action' | 'detail'>): string {
  const key = `studio-customers:history.actions.${action}`;
  if (!i18n.exists(key)) return action;
  const points = typeof detail.points === 'number' ? formatChange(detail.points) : '';
  return i18n.t(key, { ...detail, points });
}
