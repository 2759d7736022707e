import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { CompanyEventRow } from '../../db/tables';
import { companyOf, type Trader } from '../accounts/company/company';
import { isCapable } from '../contract/capabilities';
import { AMOUNT_ACTS, readsAmounts, shippingStatuses } from '../orders/visibility/amounts';
import type { EventPage } from './contract';
import { type Cursor, CursorExpired, readCursor, writeCursor } from './cursor';
import { type EventType, eventTypes, typesNamedBy } from './rules';
import { eventDocument } from './serializer';

type EventRow = Pick<CompanyEventRow, 'id' | 'type' | 'data' | 'at'>;

interface Position {
  readonly cluster: string;
  readonly until: string;
  /** A snapshot of another cluster, or of this one before it was restored. */
  readonly is_future: boolean;
}

type PageRow = Position & (EventRow | { readonly id: null });

const CLUSTER = '(select system_identifier from pg_control_system())::text as cluster';

/** Behind every event: without new ones, none of the older is looked at. */
const NO_ID = '9223372036854775807';

/**
 * $1 company, $2 since, $3 until, $4 last id, $5 types, $6 statuses of orders, $7 reasons that are left out, $8 limit;
 * null: no bound. By snapshots, because ids miss what began early and was committed late. One statement, so that
 * `until` sees what it reads.
 */
const pageOf = (company: 'buyer_id' | 'seller_id') =>
  statement<PageRow>(
    `events by ${company}`,
    `with reading as materialized (
       select $2::pg_snapshot as since, coalesce($3::pg_snapshot, pg_current_snapshot()) as until
     ), beginning as materialized (
       select coalesce($4::bigint, (select min(id) - 1 from company_events, reading
                                     where ${company} = $1 and xid >= pg_snapshot_xmin(since)
                                       and not pg_visible_in_snapshot(xid, since)), ${NO_ID}) as after_id
     )
     select ${CLUSTER}, reading.until::text as until,
            pg_snapshot_xmax(reading.since) > pg_snapshot_xmax(pg_current_snapshot())
              or pg_snapshot_xmax(reading.until) > pg_snapshot_xmax(pg_current_snapshot()) as is_future,
            event.id, event.type, event.data, event.at
       from reading
       left join lateral (
         select id, type, data, at from company_events
          where ${company} = $1 and id > (select after_id from beginning)
            and not pg_visible_in_snapshot(xid, reading.since) and pg_visible_in_snapshot(xid, reading.until)
            and type = any($5::text[])
            and ($6::text[] is null or type not like 'order.%' or data -> 'subject' ->> 'state' = any($6))
            and ($7::text is null or coalesce(data ->> 'reason', '') !~ $7)
          order by id
          limit $8
       ) event on true
      order by event.id`,
  );

const pages = { buyer: pageOf('buyer_id'), seller: pageOf('seller_id') } as const;

const present = statement<Omit<Position, 'is_future'>>(
  'end of events',
  `select ${CLUSTER}, pg_current_snapshot()::text as until`,
);

/** Sees nothing, so that all that is kept is to be read. */
const BEGINNING = '3:3:';

const INVALID_TEXT = '22P02';

const isNoSnapshot = (error: unknown) => (error as { code?: unknown } | null)?.code === INVALID_TEXT;

/** The types that the patterns name and the viewer may read. */
const readableTypes = (viewer: Trader, patterns: readonly string[]): EventType[] =>
  typesNamedBy(patterns).filter((type) => {
    const needed = eventTypes[type][viewer.kind];
    return needed !== null && isCapable(viewer, needed);
  });

interface Reading {
  readonly after: string | undefined;
  readonly types: readonly string[];
  readonly limit: number;
  readonly now: Date;
}

/** Throws 410 `cursor_expired`. */
export async function eventPage(
  db: Knex,
  viewer: Trader,
  { after, types, limit, now }: Reading,
): Promise<EventPage> {
  if (after === 'now') return { events: [], next: await cursorAtEnd(db, now), has_more: false };
  const cursor = after === undefined ? null : readCursor(after, now);
  const bounds = readsAmounts(viewer) ? [null, null] : [shippingStatuses, AMOUNT_ACTS.source];
  const rows = await pages[viewer.kind](db, [
    companyOf(viewer).id,
    cursor?.since ?? BEGINNING,
    cursor?.until ?? null,
    cursor?.lastId ?? null,
    readableTypes(viewer, types),
    ...bounds,
    limit + 1,
  ]).catch((error: unknown) => {
    throw isNoSnapshot(error) ? CursorExpired() : error;
  });
  const [position] = rows;
  if (!position) throw new Error('The feed has no position');
  if (position.is_future || (cursor && cursor.cluster !== position.cluster)) throw CursorExpired();
  const found = rows.filter((row): row is Position & EventRow => row.id !== null);
  const events = found.slice(0, limit);
  const last = found.length > limit ? events.at(-1) : undefined;
  const next = last
    ? behind(cursor, position, last, now)
    : atEnd(position, cursor?.until ? cursor.untilAt : now.getTime());
  return {
    events: events.map((row) => eventDocument(row, readsAmounts(viewer))),
    next: writeCursor(next),
    has_more: last !== undefined,
  };
}

const cursorAtEnd = async (db: Knex, now: Date): Promise<string> => {
  const [position] = await present(db, []);
  if (!position) throw new Error('The feed has no position');
  return writeCursor(atEnd(position, now.getTime()));
};

const atEnd = ({ until, cluster }: Omit<Position, 'is_future'>, at: number): Cursor => ({
  since: until,
  until: null,
  lastId: null,
  cluster,
  sinceAt: at,
  untilAt: at,
});

const behind = (cursor: Cursor | null, { until, cluster }: Position, last: EventRow, now: Date): Cursor => ({
  since: cursor?.since ?? BEGINNING,
  until,
  lastId: String(last.id),
  cluster,
  sinceAt: cursor?.sinceAt ?? now.getTime(),
  untilAt: cursor?.until ? cursor.untilAt : now.getTime(),
});
