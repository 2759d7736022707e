import pg from 'pg';
import { type Envelope, POSITIONS } from './envelope';
import {
  COUNT_SECONDS,
  HISTORY_MESSAGES,
  HISTORY_SECONDS,
  type HistoryReply,
  type HistoryRequest,
  MAX_KEPT_CHARACTERS,
  replyTo,
} from './history';

/** A statement with a name is planned once per connection. */
export type Query = <Row extends pg.QueryResultRow>(
  text: string,
  values?: readonly unknown[],
  name?: string,
) => Promise<{ rows: Row[] }>;

const CHANNEL = 'cable';

/**
 * Counts and keeps messages in the statement that sends them: the row lock on a stream's count holds until the commit, so
 * messages arrive in the order of their offsets. Counts are locked in the order of their names, which prevents deadlocks.
 */
const KEEP = `
  with entry as (
    select * from unnest($1::text[], $2::int[], $3::text[], $4::text[]) with ordinality
      e (head, index, stream, json, number)
  ), counted as (
    insert into cable_streams as s (stream, "offset")
    select stream, count(*) from entry group by stream order by stream
    on conflict (stream)
      do update set "offset" = s."offset" + excluded."offset", published_at = clock_timestamp()
    returning stream, epoch, "offset"
  ), numbered as (
    select entry.*, epoch,
           counted."offset" + 1 - count(*) over (partition by stream order by number desc) as "offset"
      from entry join counted using (stream)
  ), kept as (
    insert into cable_messages (stream, epoch, "offset", envelope, json)
    select stream, epoch, "offset", head, case when length(json) <= ${MAX_KEPT_CHARACTERS} then json end
      from numbered order by number
  ), positions as (
    select head, '"${POSITIONS}"' || E'\\n[' || string_agg(format('[%s,"%s",%s]', index, epoch, "offset"), ',') || E']\\n'
             as line
      from numbered group by head
  )`;

const NOTIFY_KEPT = `${KEEP}
  select pg_notify('${CHANNEL}', text)
    from (select head || E'\\n' || coalesce(line, '') || body as text
            from unnest($5::text[], $6::text[]) with ordinality e (head, body, number)
            left join positions using (head)
           order by number) envelope`;

const NOTIFY_KEPT_ROW = `${KEEP}, payload as (
    insert into cable_payloads (body) select line || $6 from positions returning id
  )
  select pg_notify('${CHANNEL}', $5 || id) from payload`;

/** One message, the usual case, for a quarter of the time. */
const NOTIFY_KEPT_ONE = `
  with counted as (
    insert into cable_streams as s (stream, "offset") values ($2, 1)
    on conflict (stream) do update set "offset" = s."offset" + 1, published_at = clock_timestamp()
    returning epoch, "offset"
  ), kept as (
    insert into cable_messages (stream, epoch, "offset", envelope, json)
    select $2, epoch, "offset", $1, case when length($3) <= ${MAX_KEPT_CHARACTERS} then $3 end from counted
  )
  select pg_notify('${CHANNEL}', $1 || E'\n"${POSITIONS}"\n[[0,"' || epoch || '",' || "offset" || E']]\n' || $4)
    from counted`;

const FIND_SENT = 'select distinct envelope from cable_messages where envelope = any($1::text[])';

const FORGET = 'delete from cable_streams where stream = any($1::text[])';

const SWEEP_INTERVAL_MS = 60_000;
const SWEEP = `
  with idle as (
    delete from cable_streams where stream in (
      select stream from cable_streams
       where published_at < now() - make_interval(secs => ${COUNT_SECONDS}) for update skip locked)
  )
  delete from cable_messages where ctid in (
    select m.ctid from cable_messages m left join cable_streams s using (stream, epoch)
     where m.created_at < now() - make_interval(secs => ${HISTORY_SECONDS})
        or m."offset" <= s."offset" - ${HISTORY_MESSAGES})`;

const READ = `
  select r.number::int, s.epoch, s."offset"::float8 as head,
         extract(epoch from s.published_at)::float8 as published_at,
         extract(epoch from clock_timestamp())::float8 as now,
         m."offset"::float8 as "offset", m.json
    from unnest($1::text[], $2::float8[], $3::float8[]) with ordinality r (stream, after, since, number)
    join cable_streams s on s.stream = r.stream
    left join cable_messages m on m.stream = s.stream and m.epoch = s.epoch
      and m."offset" > s."offset" - ${HISTORY_MESSAGES}
      and m.created_at > now() - make_interval(secs => ${HISTORY_SECONDS})
      and case when r.after is not null then m."offset" > r.after
               else m.created_at >= to_timestamp(r.since) end
   order by r.number, m."offset"`;

interface Row {
  readonly number: number;
  readonly epoch: string;
  readonly head: number;
  readonly published_at: number;
  readonly now: number;
  readonly offset: number | null;
  readonly json: string | null;
}

/** Whether the same statement without the history may succeed. */
const isHistoryFault = (error: unknown) =>
  error instanceof pg.DatabaseError && !/^(08|57)/.test(error.code ?? '');

const entriesOf = (envelopes: readonly Envelope[]) => {
  const entries = envelopes.flatMap(({ head, kept }) => kept.map((entry) => ({ head, ...entry })));
  return [
    entries.map(({ head }) => head),
    entries.map(({ index }) => index),
    entries.map(({ stream }) => stream),
    entries.map(({ json }) => json),
  ] as const;
};

/** JSON has no line breaks, so two lines are one entry. */
const isAlone = ({ kept, body }: Envelope) =>
  kept.length === 1 && body.indexOf('\n', body.indexOf('\n') + 1) < 0;

const streamsOf = (envelopes: readonly Envelope[]) =>
  envelopes.flatMap(({ kept }) => kept.map(({ stream }) => stream));

export class PostgresHistory {
  readonly #onFault: (error: unknown) => void;
  readonly #sweepIntervalMs: number;
  /** Their histories have a hole, so that the next message begins another count. */
  readonly #broken = new Set<string>();
  #sweptAt = performance.now();

  constructor(onFault: (error: unknown) => void, sweepIntervalMs = SWEEP_INTERVAL_MS) {
    this.#onFault = onFault;
    this.#sweepIntervalMs = sweepIntervalMs;
  }

  /** Without those that an earlier attempt has sent, whose answer was lost. */
  async unsent(query: Query, envelopes: readonly Envelope[]) {
    const heads = envelopes.filter(({ kept }) => kept.length > 0).map(({ head }) => head);
    if (heads.length === 0) return envelopes;
    try {
      const { rows } = await query<{ envelope: string }>(FIND_SENT, [heads]);
      const sent = new Set(rows.map(({ envelope }) => envelope));
      return envelopes.filter(({ head }) => !sent.has(head));
    } catch (error) {
      if (!isHistoryFault(error)) throw error;
      return envelopes;
    }
  }

  /** Resolves to false if the messages must be sent without it. */
  async send(query: Query, envelopes: readonly Envelope[], reference: string | null): Promise<boolean> {
    if (envelopes.every(({ kept }) => kept.length === 0)) return false;
    const entries = entriesOf(envelopes);
    const bodies = envelopes.map(({ body }) => body);
    try {
      await this.#mend(query);
      const [first] = envelopes;
      const [entry] = first?.kept ?? [];
      if (first && entry && reference === null && envelopes.length === 1 && isAlone(first))
        await query(NOTIFY_KEPT_ONE, [first.head, entry.stream, entry.json, first.body], 'keep one');
      else if (reference === null)
        await query(NOTIFY_KEPT, [...entries, envelopes.map(({ head }) => head), bodies], 'keep');
      else await query(NOTIFY_KEPT_ROW, [...entries, reference, bodies.join('')], 'keep row');
      return true;
    } catch (error) {
      if (!isHistoryFault(error)) throw error;
      this.#onFault(error);
      for (const stream of streamsOf(envelopes)) this.#broken.add(stream);
      await this.#mend(query).catch(() => undefined);
      return false;
    }
  }

  async sweep(query: Query) {
    if (performance.now() - this.#sweptAt < this.#sweepIntervalMs) return;
    this.#sweptAt = performance.now();
    try {
      await query(SWEEP);
    } catch (error) {
      if (!isHistoryFault(error)) throw error;
      this.#onFault(error);
    }
  }

  async read(query: Query, requests: readonly HistoryRequest[]): Promise<HistoryReply[]> {
    const { rows } = await query<Row>(
      READ,
      [
        requests.map(({ stream }) => stream),
        requests.map(({ after }) => after?.offset ?? null),
        requests.map(({ since }) => since),
      ],
      'read history',
    );
    const found = requests.map((): Row[] => []);
    for (const row of rows) found[row.number - 1]?.push(row);
    return requests.map((request, index) => {
      const [first] = found[index] ?? [];
      if (!first) return replyTo(request, null, Date.now() / 1_000);
      const messages = (found[index] ?? []).flatMap(({ offset, json }) =>
        offset === null ? [] : { offset, json },
      );
      const { epoch, head, published_at } = first;
      const stored = { head: { epoch, offset: head }, publishedAt: published_at, messages };
      return replyTo(request, stored, first.now);
    });
  }

  async #mend(query: Query) {
    if (this.#broken.size === 0) return;
    await query(FORGET, [[...this.#broken]]);
    this.#broken.clear();
  }
}
