import type { Knex } from 'knex';
import type { Db } from '../../../db/connection';
import type { RepeatableWrite } from '../../../db/repeatable-write';
import { statement, UNFLUSHED } from '../../../db/sql';
import type { IdempotencyKeyRow } from '../../../db/tables';
import { decryptBytes, encrypt } from '../../config/encryption';
import type { Capability } from '../../contract/capabilities';
import type { Services } from '../../services';
import { HttpError, Invalid } from '../errors';
import { countSql } from '../rate-limits';
import { pack, unpack } from './packed';

/** How long a run is left alone before a repeat takes over. */
const LOCK = "clock_timestamp() + interval '60 seconds'";
const MAX_BODY_BYTES = 1_048_576;

export const InProgress = () =>
  new HttpError(
    409,
    {
      error: 'The first request with this Idempotency-Key is still running. Try again in a second.',
      code: 'idempotency_in_progress',
    },
    { 'Retry-After': '1' },
  );

const Reused = () =>
  Invalid('This Idempotency-Key was used with another request.', undefined, {
    code: 'idempotency_key_reused',
  });

export interface KeyedRequest {
  readonly userId: number;
  readonly key: string;
  /** Who shares the room for stored answers: `buyer 7`, `seller 7` or `staff 7`. */
  readonly owner: string;
  /** The sender's. */
  readonly capabilities: readonly Capability[] | null;
  readonly fingerprint: Buffer;
  /** What the route's first parameter names. */
  readonly subjectId: number | null;
  /** A run that committed and was cut off is run again, not only shown. */
  readonly isRunAgain: boolean;
}

export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** null where there is none. */
  readonly body: string | null;
}

type Claim =
  | { readonly kind: 'answered'; readonly subjectId: number | null; readonly answer: StoredAnswer }
  /** The act happened, its answer is lost. */
  | { readonly kind: 'committed'; readonly subjectId: number | null }
  | { readonly kind: 'run'; readonly write: RepeatableWrite; readonly isRepeat: boolean };

/**
 * A crash of the database may forget the claim, and with it what the run has committed so far. A repeat then claims the
 * key again; its attempt begins at random, so that what is left of the first run can't pass for it.
 */
const begin = statement<{ attempt: number }>(
  'claim an idempotency key',
  `insert into idempotency_keys (user_id, key, fingerprint, subject_id, locked_until, attempt)
   select $1::integer, $2, $3::bytea, $4::integer, ${LOCK}, (random() * 1e9)::integer from ${UNFLUSHED}
   on conflict (user_id, key) do nothing
   returning attempt`,
);

/** Throws 409 while an earlier request with the key runs, 422 if that was another request. */
export async function claimKey(
  { db, transaction, config }: Pick<Services, 'db' | 'transaction' | 'config'>,
  request: KeyedRequest,
): Promise<Claim> {
  const { userId, key, fingerprint, subjectId } = request;
  for (;;) {
    const [begun] = await begin(db, [userId, key, fingerprint, subjectId]);
    if (begun) return { kind: 'run', write: runOf(request, begun.attempt, null), isRepeat: false };
    const claim = await transaction((tx) => claimUsedKey(tx, config.secretKeyBase, request));
    if (claim) return claim;
  }
}

/** In place of what a run kept to go on after a cut: it was answered, so that it never goes on. */
const ENDED = 'ended';
const END_PROGRESS = `progress = case when progress is not null then '"${ENDED}"'::jsonb end`;

const runOf = (
  { userId, key }: KeyedRequest,
  attempt: number,
  progress: RepeatableWrite['progress'],
): RepeatableWrite => ({ userId, key, attempt, progress, hasCommitted: false, isOpen: true });

type UsedKey = Omit<IdempotencyKeyRow, 'progress'> & {
  readonly progress: object | typeof ENDED | null;
  readonly is_old: boolean;
  readonly is_running: boolean;
};

/** Returns null where the key has become free. */
async function claimUsedKey(
  tx: Knex.Transaction,
  secret: string,
  request: KeyedRequest,
): Promise<Claim | null> {
  const own = { user_id: request.userId, key: request.key };
  const used = await tx('idempotency_keys')
    .where(own)
    .forUpdate()
    .first<UsedKey | undefined>(
      'fingerprint',
      'attempt',
      'committed_at',
      'subject_id',
      'progress',
      'status',
      'headers',
      'body',
      tx.raw("created_at < now() - interval '24 hours' as is_old"),
      tx.raw('locked_until > clock_timestamp() as is_running'),
    );
  if (!used) return null;
  if (used.is_old && !used.is_running) {
    await tx('idempotency_keys').where(own).delete();
    return null;
  }
  if (!used.fingerprint.equals(request.fingerprint)) throw Reused();
  const answer = storedAnswer(secret, request, used);
  if (answer) return { kind: 'answered', subjectId: used.subject_id, answer };
  if (used.is_running) throw InProgress();
  const { progress } = used;
  if (used.committed_at && (!request.isRunAgain || progress === ENDED))
    return { kind: 'committed', subjectId: used.subject_id };
  const attempt = used.attempt + 1;
  await tx('idempotency_keys')
    .where(own)
    .update({ attempt, locked_until: tx.raw(LOCK), status: null, headers: null, body: null });
  return {
    kind: 'run',
    write: runOf(request, attempt, progress === ENDED ? null : progress),
    isRepeat: used.committed_at !== null,
  };
}

type Sender = Pick<KeyedRequest, 'userId' | 'key' | 'owner' | 'capabilities'>;

/** An answer shows what its reader might see then: after a change of role it can't be decrypted. */
const bindingOf = ({ userId, key, capabilities }: Sender) =>
  ({ purpose: 'idempotency keys', owner: [userId, key, ...(capabilities ?? [])].join(' ') }) as const;

/** null as well where the sender's role or SECRET_KEY_BASE has changed since. */
function storedAnswer(
  secret: string,
  request: Sender,
  { status, headers, body }: UsedKey,
): StoredAnswer | null {
  if (status === null) return null;
  try {
    return {
      status,
      headers: headers ?? {},
      body: body && unpack(decryptBytes(secret, body, bindingOf(request)), MAX_BODY_BYTES),
    };
  } catch {
    return null;
  }
}

const { counts: COUNTS, exceeded: EXCEEDED } = countSql(
  'select $7::text as key',
  { 'kept-answers': '$6::bytea is not null' },
  'length($6::bytea)',
);

/** An answer that a crash of the server forgets is lost as by a kill before it: what was done is shown. */
const keep = statement<{ attempt: number }>(
  'keep the answer of an idempotency key',
  `with counts as (${COUNTS})
   update idempotency_keys set status = $4, headers = $5, body = $6, locked_until = clock_timestamp(), ${END_PROGRESS}
     from ${UNFLUSHED}
    where user_id = $1 and key = $2 and attempt = $3 and ${EXCEEDED} is null
    returning attempt`,
);

/**
 * Answers may hold secrets that are shown once, so their bodies are encrypted. A large one, and one for which the company
 * has no room left, is not kept; nor is the progress of an act that was answered, whose bytes no room bounds.
 */
export async function keepAnswer(
  { db, config }: Pick<Services, 'db' | 'config'>,
  sender: Sender,
  write: RepeatableWrite,
  { status, headers, body }: StoredAnswer,
): Promise<void> {
  if (body !== null && Buffer.byteLength(body) > MAX_BODY_BYTES) return endKey(db, write);
  const sealed = body === null ? null : encrypt(config.secretKeyBase, pack(body), bindingOf(sender));
  const { userId, key, attempt } = write;
  const values = [userId, key, attempt, status, JSON.stringify(headers), sealed, sender.owner];
  const [kept] = await keep(db, values);
  if (!kept) await endKey(db, write);
}

const runsRow = (db: Db, { userId, key, attempt }: RepeatableWrite) =>
  db('idempotency_keys').where({ user_id: userId, key, attempt });

/** Ends a run without an answer to keep: what it committed is shown to a repeat. */
export const releaseKey = async (db: Db, write: RepeatableWrite): Promise<void> =>
  void (await (write.hasCommitted
    ? runsRow(db, write).update({ locked_until: db.raw('clock_timestamp()') })
    : freeKey(db, write)));

/** Of a run that was answered: a repeat is shown what it committed, or told that it was done. */
async function endKey(db: Db, write: RepeatableWrite): Promise<void> {
  await endProgress(db, [write.userId, write.key, write.attempt]);
  await releaseKey(db, write);
}

const endProgress = statement(
  'end the progress of an idempotency key',
  `update idempotency_keys set ${END_PROGRESS} where user_id = $1 and key = $2 and attempt = $3`,
);

export const freeKey = async (db: Db, write: RepeatableWrite): Promise<void> =>
  void (await runsRow(db, write).delete());
