import type { Order } from './shipment-values';

const utcDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day without a zone: `2026-12-02`. */
export const calendarDay = (day: string) => utcDay.format(new Date(`${day}T00:00:00Z`));

/** 'Dec 2, 2026 (PST)': a day of the seller's calendar, which ends in that zone. */
export function shipDay({ ship_by, ship_by_zone }: Pick<Order, 'ship_by' | 'ship_by_zone'>): string {
  const day = calendarDay(ship_by ?? '');
  return ship_by_zone ? `${day} (${ship_by_zone})` : day;
}

/** Never before the clock is known. */
export const isLate = (
  { status, ship_by_ends_at }: Pick<Order, 'status' | 'ship_by_ends_at'>,
  now: number | null,
): boolean =>
  status === 'awaiting_shipment' &&
  ship_by_ends_at !== null &&
  now !== null &&
  Date.parse(ship_by_ends_at) <= now;
