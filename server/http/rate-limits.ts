const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface RateLimit {
  /** `account` holds with RATE_LIMITS=off as well. `sender` counts stored messages (messages/sending.ts). */
  readonly key:
    | 'address'
    | 'person'
    | 'company'
    | 'order'
    | 'account'
    | 'answer'
    | 'sender'
    | 'sender in thread';
  readonly points: number;
  readonly seconds: number;
  /** How long a key is refused once it is beyond the limit; else until its window ends. */
  readonly blockSeconds?: number;
}

/**
 * Every rate limit, over all processes. Bounds of one process are in admission/, of a live connection in
 * cable/limits.ts.
 */
export const rateLimits = {
  'sign-in': { key: 'account', points: 20, seconds: 15 * MINUTE, blockSeconds: 15 * MINUTE },
  'sign-in-address': { key: 'address', points: 100, seconds: 15 * MINUTE },
  'current-password': { key: 'account', points: 20, seconds: 15 * MINUTE },
  // Per sign-in that waits for its code.
  'second-factor': { key: 'account', points: 5, seconds: 10 * MINUTE },
  key: { key: 'account', points: 600, seconds: MINUTE },
  'key-writes': { key: 'account', points: 120, seconds: MINUTE },
  magic: { key: 'address', points: 60, seconds: HOUR },
  reset: { key: 'address', points: 20, seconds: HOUR },
  'reset-mail': { key: 'account', points: 5, seconds: HOUR },
  'reset-password': { key: 'address', points: 20, seconds: HOUR },
  invitations: { key: 'company', points: 20, seconds: DAY },
  'accept-invitation': { key: 'address', points: 60, seconds: HOUR },
  apply: { key: 'address', points: 20, seconds: HOUR },
  contact: { key: 'address', points: 10, seconds: HOUR },
  client_errors: { key: 'address', points: 10, seconds: MINUTE },
  'product-views': { key: 'address', points: 600, seconds: HOUR },
  // Up to 35 MB each.
  uploads: { key: 'person', points: 600, seconds: HOUR },
  'product-batches': { key: 'company', points: 60, seconds: MINUTE },
  previews: { key: 'person', points: 600, seconds: HOUR },
  documents: { key: 'person', points: 300, seconds: HOUR },
  'shared-documents': { key: 'address', points: 300, seconds: HOUR },
  // Of a paid order: each issues and mails another invoice.
  'buyer-po-numbers': { key: 'order', points: 10, seconds: DAY },
  claims: { key: 'person', points: 30, seconds: HOUR },
  'claim-messages': { key: 'person', points: 200, seconds: HOUR },
  // Messages to an address of their choice.
  'webhook-sends': { key: 'person', points: 120, seconds: HOUR },
  // In bytes of stored answers (http/idempotency/keys.ts).
  'kept-answers': { key: 'answer', points: 50_000_000, seconds: DAY },
  messages: { key: 'sender', points: 300, seconds: DAY },
  'messages-in-thread': { key: 'sender in thread', points: 30, seconds: 10 * MINUTE },
} as const satisfies Record<string, RateLimit>;

type Limits = typeof rateLimits;

/** A limit that a key is beyond. */
export interface Exceeded {
  readonly name: keyof Limits;
  /** Until its window ends. */
  readonly ms: number;
}

const NOW_MS = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

const MAX_POINTS = 2_147_483_647;

/**
 * SQL that counts in the same round trip as another statement: under each name of `counted` whose expression is true,
 * for the `key` that the query `keys` selects, if any. `counts` is to be a CTE of that name; `exceeded` is `Exceeded[]`
 * or null. `points` are 1 unless an expression says otherwise.
 */
export function countSql(keys: string, counted: Partial<Record<keyof Limits, string>>, points = '1') {
  const limits = Object.entries(counted).map(([name, condition]) => {
    const { points: most, seconds } = rateLimits[name as keyof Limits];
    return { values: `('${name}', ${seconds}, ${condition})`, most: `when '${name}' then ${most}` };
  });
  return {
    counts: `insert into rate_limits as counted (key, points, expire)
      select name || ':' || keys.key, ${points}, ${NOW_MS} + seconds * 1000
        from (${keys}) keys
        cross join (values ${limits.map(({ values }) => values).join(', ')}) limits (name, seconds, is_counted)
       where is_counted
      on conflict (key) do update set
        points = case when counted.expire <= ${NOW_MS} then excluded.points
          else least(counted.points::bigint + excluded.points, ${MAX_POINTS}) end,
        expire = case when counted.expire <= ${NOW_MS} then excluded.expire else counted.expire end
      returning split_part(key, ':', 1) as name, points, (expire - ${NOW_MS})::integer as ms`,
    exceeded: `(select jsonb_agg(jsonb_build_object('name', name, 'ms', ms)) from counts
      where points > case name ${limits.map(({ most }) => most).join(' ')} end)`,
  };
}
