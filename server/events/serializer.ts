import type { CompanyEventRow } from '../../db/tables';
import type { CompanyEvent, EventData } from './contract';
import type { EventType } from './rules';

const AMOUNTS = ['total_cents'] as const satisfies readonly (keyof EventData)[];

type Row = Pick<CompanyEventRow, 'id' | 'type' | 'data' | 'at'>;

export const eventId = (id: bigint): `evt_${bigint}` => `evt_${id}`;

/** Of the kept row: what it says was decided for its company when it was written. */
export function eventDocument({ id, type, data, at }: Row, withAmounts: boolean): CompanyEvent {
  const kept = { ...(data as EventData) };
  if (!withAmounts) for (const amount of AMOUNTS) delete kept[amount];
  return { id: eventId(id), type: type as EventType, timestamp: at.toISOString(), data: kept };
}
