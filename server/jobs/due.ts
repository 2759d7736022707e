import type { Knex } from 'knex';
import type { Tx } from '../../db/transaction';
import type { Config } from '../config/config';
import { id as idField, object } from '../contract/fields';
import type { Services } from '../services';
import { enqueue, type Job, job } from './job';

const PAGE = 1_000;

const PAYLOAD_KEYS = {
  purchase_orders: 'order_id',
  offers: 'offer_id',
  claims: 'claim_id',
  approval_requests: 'approval_id',
  webhooks: 'webhook_id',
  api_keys: 'secret_id',
} as const;

type Table = keyof typeof PAYLOAD_KEYS;

interface DueRow {
  readonly id: number;
  /** To be asked again under the lock of the row, which may have changed since it was found. */
  readonly isDue: (tx: Tx) => Promise<boolean>;
}

interface Due {
  readonly name: string;
  /** The name of the job for one row. */
  readonly each: string;
  readonly table: Table;
  /** SQL of the rows that are due. Ends with what was done already. */
  readonly where: string | ((config: Config) => string);
  readonly act: (services: Services, row: DueRow) => Promise<unknown>;
  readonly slots?: Job['slots'];
  /** A row's jobs run one after another. */
  readonly inTurn?: boolean;
}

/** How the job of one row is enqueued: once, though it is found again. */
export const jobOfRow = (each: string, id: number, inTurn = false) => {
  const key = `${each}-${id}`;
  return inTurn ? { key, queue: key } : { key };
};

/** One job finds what is due, another one acts on each row: a row that fails holds up no other. */
export function dueRows({
  name,
  each,
  table,
  where,
  act,
  slots = 'common',
  inTurn = false,
}: Due): readonly [find: Job<object>, each: Job] {
  const key = PAYLOAD_KEYS[table];
  const due = (db: Knex, config: Config) =>
    db(table).whereRaw(typeof where === 'string' ? where : where(config));
  const actOn = async (services: Services, payload: Record<string, unknown>) => {
    const id = Number(payload[key]);
    const isDue = async (tx: Tx) => (await due(tx, services.config).where({ id }).first('id')) !== undefined;
    await act(services, { id, isDue });
  };
  const onRow = job(each, object({ [key]: idField().required() }), actOn, { slots });
  const find = job(name, object({}), async ({ db, config, transaction }) => {
    const pageAfter = (last: number): Promise<{ id: number }[]> =>
      due(db, config).where('id', '>', last).orderBy('id').limit(PAGE).select('id');
    let rows = await pageAfter(0);
    while (rows.length > 0) {
      const found = rows;
      await transaction(async (tx) => {
        for (const { id } of found) await enqueue(tx, onRow, { [key]: id }, jobOfRow(each, id, inTurn));
      });
      rows = await pageAfter(found.at(-1)?.id ?? 0);
    }
  });
  return [find, onRow as Job];
}
