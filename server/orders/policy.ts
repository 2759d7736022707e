import type { Knex } from 'knex';
import type { PurchaseOrderRow } from '../../db/tables';
import { type Person, staff } from '../accounts/policy';
import { type OrderWithNames, ordersSeenBy } from './queries';
import { PAYABLE_STATUS } from './state-contract';

/** Every event, `cancel` included, is fired by staff. Buyers and sellers have no event of their own. */
export const mayApplyEvents = staff;

/** The order if the viewer may see it: its buyer, its seller and staff. */
export const visibleOrder = async (
  viewer: Person,
  { id }: { id: number },
  { db }: { db: Knex },
): Promise<OrderWithNames | undefined> =>
  (await ordersSeenBy(db, viewer).where('purchase_orders.id', id).first()) as OrderWithNames | undefined;

type Order = Pick<PurchaseOrderRow, 'status'>;

export const canPay = (viewer: Person, { status }: Order): boolean =>
  viewer.kind === 'buyer' && status === PAYABLE_STATUS;

export const canVerify = (viewer: Person, { status }: Order): boolean =>
  viewer.kind === 'buyer' && status === 'requires_payment_action';
