import type { Request } from 'express';
import type { Knex } from 'knex';
import { statement } from '../../../db/sql';
import type { SignInRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { Cable } from '../../cable/cable';
import type { Person } from '../policy';
import { addressOf, deviceOf } from './device';

export type SignInMethod = SignInRow['method'];

export interface NewSignIn {
  readonly sessionKey: string | null;
  readonly method: SignInMethod;
  readonly device: string;
  readonly ip: string | null;
  readonly isConfirmed: boolean;
}

export const newSignIn = (
  req: Request,
  { sessionKey, method, isConfirmed }: Pick<NewSignIn, 'sessionKey' | 'method' | 'isConfirmed'>,
): NewSignIn => ({
  sessionKey,
  method,
  isConfirmed,
  device: deviceOf(req.headers['user-agent']),
  ip: addressOf(req),
});

/** `sessionKeyOf` in SQL. */
const SESSION_KEY = `translate(rtrim(encode(sha256(convert_to(sessions.sid, 'UTF8')), 'base64'), '='), '+/', '-_')`;
const SESSION_USER = `(sessions.sess -> 'passport' ->> 'user')`;

interface EndedKeys {
  session_key: string | null;
  bearer_id: string | null;
}

/** `tokens`: ended also without a sign-in. */
const ending = (which: string, tokens: string) => `
  with ended as (
    update sign_ins set ended_at = now() where ${which} and ended_at is null
    returning user_id, session_key, bearer_id
  ), revoked as (
    update bearer_tokens set revoked_at = now()
     where revoked_at is null and id = any(array(select bearer_id from ended) || ${tokens})
  ), deleted as (
    delete from sessions using ended
     where ${SESSION_USER} = ended.user_id::text and ${SESSION_KEY} = ended.session_key
  )
  select session_key, bearer_id::text from ended`;

const endById = statement<EndedKeys>('end sign-in', ending('id = $1 and user_id = $2', "'{}'"));
const endByKey = statement<EndedKeys>(
  'end sign-in by key',
  ending('(session_key = any($1) or bearer_id = any($2::uuid[]))', '$2::uuid[]'),
);

interface Connection {
  readonly db: Knex;
  readonly cable: Pick<Cable, 'disconnect'>;
}

const disconnect = ({ cable }: Connection, keys: Iterable<string | null>) =>
  Promise.all([...keys].map((sessionKey) => sessionKey !== null && cable.disconnect({ sessionKey })));

const keysOf = ({ session_key, bearer_id }: EndedKeys) => [session_key, bearer_id];

/** Ends session, bearer token and sockets of one sign-in. False where the user has no such sign-in. */
export async function endSignIn(services: Connection, userId: number, id: string): Promise<boolean> {
  const ended = await endById(services.db, [id, userId]);
  await disconnect(services, ended.flatMap(keysOf));
  return ended.length > 0;
}

const listed = (key: string | null) => (key === null ? [] : [key]);

/** The same, of the sign-ins that a session or a bearer token belongs to. */
export async function endSignInOf(
  services: Connection,
  { sessionKey, bearerId }: { sessionKey: string | null; bearerId: string | null },
): Promise<void> {
  if (sessionKey === null && bearerId === null) return;
  const ended = await endByKey(services.db, [listed(sessionKey), listed(bearerId)]);
  await disconnect(services, new Set([sessionKey, bearerId, ...ended.flatMap(keysOf)]));
}

const endOthers = statement(
  'end other sign-ins',
  `with kept as (
     select session_key, bearer_id from sign_ins
      where user_id = $1 and (session_key = $2 or bearer_id::text = $2)
   ), ended as (
     update sign_ins set ended_at = now()
      where user_id = $1 and ended_at is null
        and session_key is distinct from $2 and bearer_id::text is distinct from $2
   ), revoked as (
     update bearer_tokens set revoked_at = now()
      where user_id = $1 and revoked_at is null and id::text <> $2
        and id not in (select bearer_id from kept where bearer_id is not null)
   )
   delete from sessions
    where ${SESSION_USER} = $1::text and ${SESSION_KEY} <> $2
      and ${SESSION_KEY} not in (select session_key from kept where session_key is not null)`,
);

/** Also ends sessions and tokens that are on no list. Sockets of the one that stays come back at once. */
export async function endOtherSignIns(
  services: Connection,
  { id, sessionKey }: Pick<Person, 'id' | 'sessionKey'>,
): Promise<void> {
  await endOthers(services.db, [id, sessionKey]);
  await services.cable.disconnect({ userId: id }, { reconnect: true });
}

export const endAllSignIns = (tx: Tx, userId: number) =>
  tx('sign_ins').where({ user_id: userId }).whereNull('ended_at').update({ ended_at: tx.fn.now() });

const MAX_LISTED = 100;

export interface OpenSignIn {
  readonly id: string;
  readonly device: string;
  readonly ip: string | null;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly is_current: boolean;
}

const listOpen = statement<OpenSignIn>(
  'open sign-ins',
  `select id, device, host(ip) as ip, created_at, last_seen_at,
          (session_key is not distinct from $2 or bearer_id::text is not distinct from $2) as is_current
     from sign_ins
    where user_id = $1 and ended_at is null and last_seen_at > now() - make_interval(days => $3)
    order by is_current desc, last_seen_at desc, id
    limit ${MAX_LISTED}`,
);

/** The viewer's own first. */
export const openSignIns = (
  db: Knex,
  { id, sessionKey }: Pick<Person, 'id' | 'sessionKey'>,
  days: number,
): Promise<OpenSignIn[]> => listOpen(db, [id, sessionKey, days]);
