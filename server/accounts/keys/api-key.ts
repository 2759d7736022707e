import type { Tx } from '../../../db/transaction';
import type { Capability } from '../../contract/capabilities';
import { type Cents, cents } from '../../contract/money';
import { Invalid, NotFound } from '../../http/errors';
import type { Services } from '../../services';
import { audit } from '../audit';
import { type Company, lockAsManager, nameOf, type Trader } from '../company/company';
import { startEvents } from '../company/events-since';
import { ownerChanged } from '../owner-cache';
import type { NewSecret } from './contract';
import { keyCreated } from './mailer';
import { apiKeysOf, currentSecret } from './queries';
import { hasLimits, MAX_KEYS, unavailableTo } from './rules';
import { digestOf, newSecret, shownPart } from './secret';

interface NewKey {
  readonly name: string;
  readonly capabilities: readonly string[];
  readonly expires_in_days: number;
  /** Cents; null: no limit. */
  readonly order_limit_cents?: number | null | undefined;
  readonly month_limit_cents?: number | null | undefined;
}

const toCents = (amount: number | null | undefined): Cents | null => (amount ? cents(amount) : null);

function capabilitiesFor({ kind }: Company, wanted: readonly string[]): Capability[] {
  const unavailable = unavailableTo(kind, wanted);
  if (unavailable !== null) {
    const text = `A key can't have ${unavailable}`;
    throw Invalid(text, { capabilities: [text] });
  }
  return [...new Set(wanted)] as Capability[];
}

async function requireRoom(tx: Tx, company: Company) {
  const live = (await apiKeysOf(tx, company)).filter(({ expired }) => !expired);
  if (live.length >= MAX_KEYS) throw Invalid(`You can have up to ${MAX_KEYS} keys`);
}

/** A person's row without password and role, under an address that no mail reaches. */
async function insertKeyUser(tx: Tx, company: Company, { name, ...limits }: NewKey): Promise<number> {
  const limited = hasLimits(company.kind);
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `insert into users (id, email, full_name, status, is_primary, buyer_id, seller_id, order_limit_cents, month_limit_cents)
     overriding system value
     select next.id, 'key-' || next.id || '@keys.invalid', :name, 'key', false, :buyer, :seller, :order, :month
       from (select nextval(pg_get_serial_sequence('users', 'id'))::integer as id) next
     returning id`,
    {
      name,
      buyer: company.kind === 'buyer' ? company.id : null,
      seller: company.kind === 'seller' ? company.id : null,
      order: limited ? toCents(limits.order_limit_cents) : null,
      month: limited ? toCents(limits.month_limit_cents) : null,
    },
  );
  const [key] = rows;
  if (!key) throw new Error('The key was not written');
  return key.id;
}

interface NewSecretRow {
  readonly keyId: number;
  readonly capabilities: readonly Capability[];
  readonly createdBy: number;
  readonly seconds: number;
}

async function insertSecret(
  tx: Tx,
  secret: string,
  { keyId, capabilities, createdBy, seconds }: NewSecretRow,
) {
  const [row] = await tx('api_keys')
    .insert({
      user_id: keyId,
      prefix: shownPart(secret),
      digest: digestOf(secret),
      capabilities: [...capabilities],
      created_by: createdBy,
      expires_at: tx.raw('now() + make_interval(secs => ?)', [seconds]) as never,
    })
    .returning('id');
  if (!row) throw new Error('The secret was not written');
  return row.id;
}

async function documentOf(tx: Tx, company: Company, keyId: number) {
  const found = (await apiKeysOf(tx, company)).find(({ id }) => id === keyId);
  if (!found) throw new Error(`Key ${keyId} is gone`);
  return found;
}

const DAY_SECONDS = 24 * 60 * 60;

type ActServices = Pick<Services, 'transaction' | 'config'>;

/** Throws 422 without a capability that keys can have, and for the 21st key. */
export const createKey = (
  { transaction, config }: ActServices,
  viewer: Trader,
  wanted: NewKey,
): Promise<NewSecret> =>
  transaction(async (tx) => {
    const { company } = await lockAsManager(tx, viewer);
    const capabilities = capabilitiesFor(company, wanted.capabilities);
    await requireRoom(tx, company);
    await startEvents(tx, company);
    const keyId = await insertKeyUser(tx, company, wanted);
    const secret = newSecret(config);
    const seconds = wanted.expires_in_days * DAY_SECONDS;
    await insertSecret(tx, secret, { keyId, capabilities, createdBy: viewer.id, seconds });
    const key = await documentOf(tx, company, keyId);
    await keyCreated(tx, company, key, nameOf(viewer));
    const after = { name: key.name, capabilities, limits: key.limits };
    await audit(tx, viewer, 'company.create_key', 'key', keyId, { after, company });
    return { api_key: key, secret };
  });

async function lockKey(tx: Tx, viewer: Trader, id: number) {
  const { company, users } = await lockAsManager(tx, viewer, [id]);
  const key = users.find((user) => user.id === id && user.status === 'key');
  const current = key && (await currentSecret(tx, id));
  if (!key || !current) throw NotFound();
  return { company, key, current };
}

/**
 * A new secret for as long as the one before was for, which ends after the overlap. With an overlap of 0 all earlier
 * ones end at once. Throws 404 for a key that was revoked meanwhile.
 */
export const rotateKey = (
  { transaction, config }: ActServices,
  viewer: Trader,
  { id, overlapHours }: { readonly id: number; readonly overlapHours: number },
): Promise<NewSecret> =>
  transaction(async (tx) => {
    const { company, key, current } = await lockKey(tx, viewer, id);
    if (current.expired) await requireRoom(tx, company);
    const secret = newSecret(config);
    const replacement = await insertSecret(tx, secret, {
      keyId: id,
      capabilities: current.capabilities,
      createdBy: viewer.id,
      seconds: current.seconds,
    });
    await tx('api_keys')
      .where({ user_id: id })
      .whereNot({ id: replacement })
      .update({
        replaced_by: tx.raw('coalesce(replaced_by, ?)', [replacement]) as never,
        expires_at: tx.raw('least(expires_at, now() + make_interval(hours => ?))', [overlapHours]) as never,
      });
    ownerChanged(tx, { userId: id });
    const after = { name: key.full_name, overlap_hours: overlapHours };
    await audit(tx, viewer, 'company.rotate_key', 'key', id, { after, company });
    return { api_key: await documentOf(tx, company, id), secret };
  });

async function endSecrets(tx: Tx, keyIds: readonly number[]) {
  await tx('api_keys').whereIn('user_id', keyIds).whereNull('revoked_at').update({ revoked_at: tx.fn.now() });
  for (const userId of keyIds) ownerChanged(tx, { userId });
}

/** Ends every secret of the key; what it did keeps its name. */
export const revokeKey = ({ transaction }: ActServices, viewer: Trader, id: number): Promise<undefined> =>
  transaction(async (tx) => {
    const { company, key } = await lockKey(tx, viewer, id);
    await endSecrets(tx, [id]);
    await audit(tx, viewer, 'company.revoke_key', 'key', id, { after: { name: key.full_name }, company });
    return undefined;
  });

/** Of a member who is removed. Needs the company's lock. */
export async function revokeKeysOf(tx: Tx, viewer: Trader, company: Company, creatorId: number) {
  const keys = (await apiKeysOf(tx, company)).filter(({ created_by }) => created_by.id === creatorId);
  await endSecrets(
    tx,
    keys.map(({ id }) => id),
  );
  for (const { id, name } of keys)
    await audit(tx, viewer, 'company.revoke_key', 'key', id, { after: { name }, company });
}
