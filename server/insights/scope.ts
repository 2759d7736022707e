import { type UserStatus, userStatuses } from '../accounts/contract';
import { MAX_ID } from '../contract/limits';
import { BadRequest, Invalid } from '../http/errors';
import { offerStates } from '../offers/rules';
import { orderStatuses } from '../orders/rules';
import type { Resource } from './contract';

const MAX_IDS = 1_000;

export interface Condition {
  readonly sql: string;
  readonly bindings: Readonly<Record<string, unknown>>;
}

type Read = (value: unknown) => unknown;

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID;

const refuse = (): never => {
  throw Invalid('The scope has a value that is not allowed');
};

const id: Read = (value) => {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return isId(number) ? number : refuse();
};
const ids: Read = (value) => {
  const list = Array.isArray(value) ? value : [value];
  if (list.length > MAX_IDS) throw Invalid(`The scope can list at most ${MAX_IDS} IDs`);
  return list.map(id);
};
const valuesIn =
  (values: readonly string[]): Read =>
  (value) => {
    const list = Array.isArray(value) ? value : [value];
    return list.every((item) => typeof item === 'string' && values.includes(item)) ? list : refuse();
  };
const flag: Read = (value) => (typeof value === 'boolean' ? value : refuse());

interface Column {
  readonly read: Read;
  /** `binding` is `:scope_NAME`. */
  readonly sql: (binding: string) => string;
}

const idsOf = (column: string): Column => ({
  read: ids,
  sql: (value) => `${column} = any (cast(${value} as int[]))`,
});
const oneOf = (column: string, values: readonly string[]): Column => ({
  read: valuesIn(values),
  sql: (value) => `${column} = any (cast(${value} as text[]))`,
});
const partyOf = (column: string, side: 'buyer_id' | 'seller_id'): Column => ({
  read: id,
  sql: (value) => `${column} = (select ${side} from users where id = cast(${value} as int))`,
});
const userState: readonly UserStatus[] = userStatuses;

/** Columns that a scope may name (docs/rules.md#insights). */
const WHITELIST: Record<Resource, Record<string, Column>> = {
  purchase_order: {
    id: idsOf('t.id'),
    ids: idsOf('t.id'),
    buyer_user_id: partyOf('t.buyer_id', 'buyer_id'),
    seller_user_id: partyOf('t.seller_id', 'seller_id'),
    buyer_id: idsOf('t.buyer_id'),
    seller_id: idsOf('t.seller_id'),
    offer_id: idsOf('t.offer_id'),
    status: oneOf('t.status', orderStatuses),
  },
  offer: {
    id: idsOf('t.id'),
    ids: idsOf('t.id'),
    buyer_user_id: partyOf('t.buyer_id', 'buyer_id'),
    seller_user_id: partyOf('t.seller_id', 'seller_id'),
    buyer_id: idsOf('t.buyer_id'),
    seller_id: idsOf('t.seller_id'),
    state: oneOf('t.state', offerStates),
  },
  product: {
    id: idsOf('t.id'),
    ids: idsOf('t.id'),
    seller_id: idsOf('t.seller_id'),
    provisional: { read: flag, sql: (value) => `t.provisional = cast(${value} as boolean)` },
  },
  user: {
    id: idsOf('t.id'),
    ids: idsOf('t.id'),
    buyer_id: idsOf('t.buyer_id'),
    seller_id: idsOf('t.seller_id'),
    status: oneOf('t.status', userState),
  },
};

function parseScope(text: string): object {
  let scope: unknown;
  try {
    scope = JSON.parse(text);
  } catch {
    throw BadRequest('The scope is not JSON');
  }
  if (typeof scope !== 'object' || scope === null || Array.isArray(scope))
    throw BadRequest('The scope is not a JSON object');
  return scope;
}

function toCondition(resource: Resource, name: string, value: unknown): Condition {
  const columns = WHITELIST[resource];
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!column) throw Invalid(`Unknown scope column: ${name.slice(0, 50)}`);
  const binding = `scope_${name}`;
  return { sql: column.sql(`:${binding}`), bindings: { [binding]: column.read(value) } };
}

/** Throws 400 if the scope is no JSON object, 422 for columns or values that are not allowed. */
export function readScope(resource: Resource, text: string | undefined): Condition[] {
  if (!text) return [];
  return Object.entries(parseScope(text)).map(([name, value]) => toCondition(resource, name, value));
}
