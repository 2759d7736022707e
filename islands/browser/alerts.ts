import { createStore, readTab, writeTab } from './store';

export interface Alert {
  id: number;
  message: string;
  type: 'success' | 'error' | 'other';
  link?: { href: string; text: string };
}

const alerts = createStore<readonly Alert[]>([]);
let lastId = 0;

export const { get: currentAlerts, subscribe: subscribeAlerts } = alerts;

/** Shows a toast for 5 s, and returns its id. The text may name its link: `View offer in My Offers.` */
export function notify(type: Alert['type'], message: string, link?: Alert['link']): number {
  const id = ++lastId;
  alerts.set([...currentAlerts(), { id, type, message, ...(link && { link }) }]);
  return id;
}

export const dismissAlert = (id: number) => alerts.set(currentAlerts().filter((alert) => alert.id !== id));

const AFTER_LOAD = 'alert-after-load';

export const notifyAfterLoad = (...alert: Parameters<typeof notify>) => writeTab(AFTER_LOAD, alert);

export function showStoredAlert() {
  const stored = readTab<Parameters<typeof notify>>(AFTER_LOAD);
  writeTab(AFTER_LOAD, null);
  if (stored) notify(...stored);
}
