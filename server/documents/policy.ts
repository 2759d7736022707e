import type { Knex } from 'knex';
import type { ShipmentRow } from '../../db/tables';
import { apDigest } from '../accounts/company/ap-email';
import type { Person } from '../accounts/policy';
import { visibleOrder } from '../orders/policy';
import { type OrderWithNames, orderOfParties } from '../orders/queries';
import type { Services } from '../services';
import { countOf, type DocumentName, invoiceName, nameOfFile, nameOfSlip } from './name';
import { type DocumentFile, findDocument, invoiceNumbersOf, sharedDocumentById } from './queries';
import { readShared } from './shared-token';

type Order = Pick<OrderWithNames, 'id' | 'po_number' | 'paid_at'>;

/** Documents that exist without a row: orders and shipments older than documents get theirs at the first request. */
const isImplied = (order: Order, { kind, number }: DocumentName): boolean =>
  kind === 'purchase_order' ||
  kind === 'packing_slip' ||
  (kind === 'invoice' && order.paid_at !== null && number === invoiceName(order).number);

/** Buyers see a slip once the shipment has left; that of a canceled shipment is void. */
export const slipStatusesFor = ({ kind }: Person): ShipmentRow['status'][] =>
  kind === 'buyer' ? ['shipped'] : ['packed', 'shipped'];

async function maySeeSlip(db: Knex, viewer: Person, { id }: Order, slip: DocumentName) {
  const shipment = await db('shipments')
    .where({ purchase_order_id: id, number: countOf(slip) })
    .whereIn('status', slipStatusesFor(viewer))
    .first('id');
  return shipment !== undefined;
}

export interface VisibleDocument {
  readonly order: OrderWithNames;
  readonly name: DocumentName;
  readonly document: DocumentFile | undefined;
}

type Find<Params> = (
  viewer: Person,
  params: Params,
  services: Pick<Services, 'db'>,
) => Promise<VisibleDocument | undefined>;

const findNamed =
  <Params extends { id: number }>(
    nameOf: (
      order: OrderWithNames,
      params: Params,
      db: Knex,
    ) => DocumentName | null | Promise<DocumentName | null>,
  ): Find<Params> =>
  async (viewer, params, { db }) => {
    const order = await visibleOrder(viewer, params, { db });
    const name = order && (await nameOf(order, params, db));
    if (!name || (name.kind === 'packing_slip' && !(await maySeeSlip(db, viewer, order, name)))) return;
    const document = await findDocument(db, name);
    return document || isImplied(order, name) ? { order, name, document } : undefined;
  };

export const visibleDocument = findNamed<{ id: number; file: string }>(async (order, { file }, db) =>
  nameOfFile(order, file, file === 'invoice.pdf' ? (await invoiceNumbersOf(db, order.id)).length : 1),
);

/** The token alone authorizes, as long as the buyer's invoices go to the address that it was sent to. */
export async function sharedDocument(
  _viewer: unknown,
  { token }: { token: string },
  { db, config }: Pick<Services, 'db' | 'config'>,
): Promise<VisibleDocument | undefined> {
  const shared = await readShared(config, token);
  const document = shared && (await sharedDocumentById(db, shared.documentId));
  if (!document?.ap_email || apDigest(document.ap_email) !== shared?.recipient) return;
  const [order] = await orderOfParties(db, [document.purchase_order_id, null, null]);
  return order && { order, name: { kind: document.kind, number: document.number }, document };
}

export const visiblePackingSlip = findNamed<{ id: number; number: string }>((order, { number }) =>
  nameOfSlip(order, number),
);
