import { useEffect, useState } from 'react';
import { HOUR_MS, MINUTE_MS } from '../../server/contract/durations';
import { counted } from '../../server/contract/money';
import { type Dates, useDates } from '../ui/dates';

function timeLeft(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 1) return 'in less than an hour';
  return hours < 24 ? `in ${counted(hours, 'hour')}` : `in ${counted(Math.round(hours / 24), 'day')}`;
}

export const expiryText = (left: number) => (left > 0 ? `Expires ${timeLeft(left)}` : 'Expired');

/** The server's time, advanced each minute; null until hydration if the page did not bring it. */
export function useNow(rendered: string | undefined): number | null {
  const [now, setNow] = useState(rendered === undefined ? null : Date.parse(rendered));
  useEffect(() => {
    const [start, base] = [performance.now(), rendered === undefined ? Date.now() : Date.parse(rendered)];
    const tick = () => setNow(base + performance.now() - start);
    if (rendered === undefined) tick();
    const timer = setInterval(tick, MINUTE_MS);
    return () => clearInterval(timer);
  }, [rendered]);
  return now;
}

/** "Expires in 2 days · Nov 24, 3:00 PM EST", red in the last 24 hours. */
export function Expiry({ at, now }: { at: string; now: number | null }) {
  const { deadline }: Dates = useDates();
  const left = now === null ? null : Date.parse(at) - now;
  const isSoon = left !== null && left < 24 * HOUR_MS;
  return (
    <p className={isSoon ? 'offer-expiry soon' : 'offer-expiry'}>
      {left !== null && <b>{expiryText(left)}</b>}
      <time dateTime={at}>{deadline(at)}</time>
    </p>
  );
}
