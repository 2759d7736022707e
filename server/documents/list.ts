import type { Knex } from 'knex';
import type { DocumentRow } from '../../db/tables';
import type { Person } from '../accounts/policy';
import { type DocumentKind, documentKinds, type OrderDocument } from './contract';
import { countOf, type DocumentName, invoiceName, linkTo, purchaseOrderName } from './name';
import { isImplied } from './policy';

type Order = Parameters<typeof isImplied>[0];

const rank = ({ kind }: DocumentName) => documentKinds.indexOf(kind);

const byKindAndNumber = (a: DocumentName, b: DocumentName) => rank(a) - rank(b) || countOf(a) - countOf(b);

const PER_PART: readonly DocumentKind[] = ['packing_slip', 'credit_memo'];

/** The documents of an order that the viewer, one of its parties or staff, may open. */
export async function documentsOf(db: Knex, viewer: Person, order: Order): Promise<OrderDocument[]> {
  const [issued, shipped] = await Promise.all([
    db('documents').where({ purchase_order_id: order.id }).whereIn('kind', PER_PART).select('kind', 'number'),
    viewer.kind === 'buyer' ? shippedNumbers(db, order.id) : null,
  ]);
  const isVisible = (document: Pick<DocumentRow, 'kind' | 'number'>) =>
    document.kind !== 'packing_slip' || shipped === null || shipped.has(countOf(document));
  const implied = [purchaseOrderName(order), invoiceName(order)].filter((name) => isImplied(order, name));
  return [...implied, ...issued.filter(isVisible)]
    .toSorted(byKindAndNumber)
    .map((name) => linkTo(order, name));
}

const shippedNumbers = async (db: Knex, orderId: number) =>
  new Set(
    (await db('shipments').where({ purchase_order_id: orderId, status: 'shipped' }).select('number')).map(
      ({ number }) => number,
    ),
  );
