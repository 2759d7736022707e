import { useEffect, useState } from 'react';
import type { ApplicationRow } from '../../server/accounts/applications/contract';
import { Badge } from '../ui/badge';
import { day } from '../ui/dates';

const HOUR_MS = 3_600_000;
/** Applicants are promised an answer within this time (docs/rules.md#people). */
const PROMISED_HOURS = 24;

/** Returns null before hydration: the server's clock and the browser's differ. */
export function useNow() {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const hoursLeft = (hours: number) =>
  hours > PROMISED_HOURS ? `${hours - PROMISED_HOURS} h overdue` : `${PROMISED_HOURS - hours} h left`;

/** Time left to decide while it waits for a decision, its day afterwards. */
export function Age({ row, now }: { row: ApplicationRow; now: number | null }) {
  const hours = now === null ? null : Math.floor((now - Date.parse(row.created_at)) / HOUR_MS);
  if (row.status !== 'provisional' || hours === null)
    return <span className="nowrap">{day(row.created_at)}</span>;
  const tone = hours >= PROMISED_HOURS ? 'red' : hours >= PROMISED_HOURS - 6 ? 'yellow' : 'gray';
  return (
    <Badge tone={tone} icon="clock">
      {hoursLeft(hours)}
    </Badge>
  );
}
