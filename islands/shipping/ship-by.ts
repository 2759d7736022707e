import type { Order } from './shipment-values';

const utcDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day of the seller's calendar, which has no zone. */
export const shipDay = (day: string) => utcDay.format(new Date(`${day}T00:00:00Z`));

/** From the day after in UTC, as the server counts; never before the clock is known. */
export const isLate = ({ status, ship_by }: Pick<Order, 'status' | 'ship_by'>, now: number | null): boolean =>
  status === 'awaiting_shipment' &&
  ship_by !== null &&
  now !== null &&
  ship_by < new Date(now).toISOString().slice(0, ship_by.length);
