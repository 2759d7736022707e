export interface Alert {
  id: number;
  message: string;
  type: 'success' | 'error' | 'other';
  link?: { href: string; text: string };
}

let alerts: readonly Alert[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Alert[]) {
  alerts = next;
  for (const listener of listeners) listener();
}

export const currentAlerts = () => alerts;

export function subscribeAlerts(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Shows a toast for 5 s. The text may name its link: `View offer in My Offers.` */
export const notify = (type: Alert['type'], message: string, link?: Alert['link']) =>
  change([...alerts, { id: ++lastId, type, message, ...(link && { link }) }]);

export const dismissAlert = (id: number) => change(alerts.filter((alert) => alert.id !== id));

const AFTER_LOAD = 'alert-after-load';

export function notifyAfterLoad(...alert: Parameters<typeof notify>) {
  try {
    sessionStorage.setItem(AFTER_LOAD, JSON.stringify(alert));
  } catch {}
}

export function showStoredAlert() {
  try {
    const stored = sessionStorage.getItem(AFTER_LOAD);
    sessionStorage.removeItem(AFTER_LOAD);
    if (stored) notify(...(JSON.parse(stored) as Parameters<typeof notify>));
  } catch {}
}
