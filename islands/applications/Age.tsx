import { useEffect, useState } from 'react';
import type { ApplicationRow } from '../../server/accounts/applications/contract';
import { HOUR_MS } from '../../server/contract/durations';
import { counted } from '../../server/contract/money';
import { Badge } from '../ui/badge';
import { useDates } from '../ui/dates';

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

/** Waits of a day and more are in days. */
const duration = (hours: number) => (hours < 24 ? `${hours} h` : counted(Math.floor(hours / 24), 'day'));

const timeLeft = (hours: number) =>
  hours === PROMISED_HOURS
    ? 'Due now'
    : hours > PROMISED_HOURS
      ? `${duration(hours - PROMISED_HOURS)} overdue`
      : `${duration(PROMISED_HOURS - hours)} left`;

interface Props {
  row: Pick<ApplicationRow, 'status' | 'created_at'>;
  now: number | null;
  badgeOnly?: boolean;
}

/** The day of the application, and the time left to decide while it waits. */
export function Age({ row, now, badgeOnly = false }: Props) {
  const { day } = useDates();
  const hours = now === null ? null : Math.floor((now - Date.parse(row.created_at)) / HOUR_MS);
  const applied = !badgeOnly && <span className="nowrap">{day(row.created_at)}</span>;
  if (row.status !== 'provisional' || hours === null) return applied;
  const tone = hours >= PROMISED_HOURS ? 'red' : hours >= PROMISED_HOURS - 6 ? 'yellow' : 'gray';
  return (
    <>
      <span className="no-line">{applied} </span>
      <Badge tone={tone} icon="clock">
        {timeLeft(hours)}
      </Badge>
    </>
  );
}
