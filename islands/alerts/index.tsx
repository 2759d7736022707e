import { clsx } from 'clsx';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Alert, currentAlerts, dismissAlert, showStoredAlert, subscribeAlerts } from '../browser/alerts';
import { Icon, type IconName } from '../ui/icon';

const TOAST_MS = 5000;

const none: readonly Alert[] = [];
const icons: Record<Alert['type'], IconName> = { success: 'check', error: 'warning', other: 'info' };

export default function Alerts() {
  const alerts = useSyncExternalStore(subscribeAlerts, currentAlerts, () => none);
  const [held, setHeld] = useState(false);
  useEffect(showStoredAlert, []);
  return (
    <div
      className="toasts"
      role="status"
      aria-live="polite"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {alerts.map((alert) => (
        <Toast key={alert.id} alert={alert} held={held} />
      ))}
    </div>
  );
}

function Toast({ alert, held }: { alert: Alert; held: boolean }) {
  useExpiry(alert.id, held);
  return (
    <div className={clsx('toast', alert.type)}>
      <Icon name={icons[alert.type]} />
      <div>
        <Message alert={alert} />
      </div>
      <button type="button" aria-label="Close" onClick={() => dismissAlert(alert.id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Dismisses an alert after its time, which stands still while it is held. */
function useExpiry(id: Alert['id'], held: boolean) {
  const remainingMs = useRef(TOAST_MS);
  useEffect(() => {
    if (held) return;
    const since = performance.now();
    const timer = setTimeout(() => dismissAlert(id), remainingMs.current);
    return () => {
      clearTimeout(timer);
      // Toasts stay at least a second after the pointer or focus has left them.
      remainingMs.current = Math.max(1000, remainingMs.current - (performance.now() - since));
    };
  }, [id, held]);
}

function Message({ alert: { message, link } }: { alert: Alert }) {
  if (!link) return message;
  const at = message.indexOf(link.text);
  const anchor = <a href={link.href}>{link.text}</a>;
  if (at < 0)
    return (
      <>
        {message} {anchor}
      </>
    );
  return (
    <>
      {message.slice(0, at)}
      {anchor}
      {message.slice(at + link.text.length)}
    </>
  );
}
