import { useEffect, useState } from 'react';
import { day } from '../ui/dates';

const HOUR_MS = 3_600_000;

function timeLeft(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 1) return 'in less than an hour';
  if (hours < 24) return `in ${hours} ${hours === 1 ? 'hour' : 'hours'}`;
  const days = Math.floor(hours / 24);
  return `in ${days} ${days === 1 ? 'day' : 'days'}`;
}

/** The day an offer expires; the time left follows after hydration, because clocks differ. */
export function Expiry({ at }: { at: string }) {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => setLeft(Date.parse(at) - Date.now()), [at]);
  return (
    <p className="faint tiny">
      Expires {day(at)}
      {left !== null && left > 0 && ` (${timeLeft(left)})`}
    </p>
  );
}
