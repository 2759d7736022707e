import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { DocumentRow } from '../../db/tables';
import type { ClaimReason } from '../claims/rules';
import type { Units } from '../contract/money';
import type { DocumentName } from './name';
import type { CreditLine, PricedLine, SlipLine } from './pdf/content';

const FILE = ['id', 'number', 'sha256', 'storage_key'] as const;

export type DocumentFile = Pick<DocumentRow, (typeof FILE)[number]>;

export const findDocument = (db: Knex, { kind, number }: DocumentName): Promise<DocumentFile | undefined> =>
  db('documents').where({ kind, number }).first(FILE);

type FrozenDocument = DocumentFile & Pick<DocumentRow, 'template_version'> & { readonly content: string };

/** The content as JSON: the driver's parser would round 64-bit quantities. */
export const documentById = async (db: Knex, id: number): Promise<FrozenDocument | undefined> =>
  (await db('documents')
    .where({ id })
    .first(...FILE, 'template_version', db.raw('content::text as content'))) as FrozenDocument | undefined;

interface SharedDocumentRow extends DocumentFile {
  readonly kind: DocumentName['kind'];
  readonly purchase_order_id: number;
  readonly ap_email: string | null;
}

const selectShared = statement<SharedDocumentRow>(
  'shared document',
  `select documents.id, documents.number, documents.sha256, documents.storage_key, documents.kind,
          documents.purchase_order_id, buyers.ap_email::text
     from documents
     join purchase_orders on purchase_orders.id = documents.purchase_order_id
     join buyers on buyers.id = purchase_orders.buyer_id
    where documents.id = $1`,
);

/** With the address that the buyer's invoices go to now. */
export const sharedDocumentById = async (db: Knex, id: number) => (await selectShared(db, [id]))[0];

/** An edit after the payment issues another invoice. Oldest first; empty where none was issued yet. */
export const invoiceNumbersOf = async (db: Knex, orderId: number): Promise<string[]> =>
  (
    await db('documents')
      .where({ purchase_order_id: orderId, kind: 'invoice' })
      .orderBy('id')
      .select('number')
  ).map(({ number }) => number);

export const linesOfOrder = statement<PricedLine>(
  'lines of an order document',
  `select name, upc, sku, quantity, unit_cents, total_cents
     from purchase_order_products where purchase_order_id = $1 order by id`,
);

export const linesOfShipment = statement<SlipLine>(
  'lines of a packing slip',
  `select name, upc, sku, shipment_lines.quantity, purchase_order_products.quantity as ordered_quantity
     from shipment_lines
     join purchase_order_products on purchase_order_products.id = purchase_order_product_id
    where shipment_id = $1 order by purchase_order_products.id`,
);

interface AdjustmentLine extends Omit<CreditLine, 'reason'> {
  readonly reason: ClaimReason | null;
  readonly ordered_quantity: Units;
}

/** A claim may name a line more than once: then its reasons are on the claim alone. */
export const linesOfAdjustment = statement<AdjustmentLine>(
  'lines of a credit memo',
  `select name, upc, sku, adjustment_lines.quantity, purchase_order_products.quantity as ordered_quantity, unit_cents,
          adjustment_lines.goods_cents as total_cents,
          (select case when count(*) = 1 then min(claim_lines.reason) end from claim_lines
            where claim_lines.claim_id = adjustments.claim_id
              and claim_lines.purchase_order_product_id = purchase_order_products.id) as reason
     from adjustment_lines
     join adjustments on adjustments.id = adjustment_id
     join purchase_order_products on purchase_order_products.id = purchase_order_product_id
    where adjustment_id = $1 and adjustment_lines.goods_cents > 0 order by purchase_order_products.id`,
);

export const claimNumberOf = async (db: Knex, claimId: number): Promise<string | null> =>
  (await db('claims').where({ id: claimId }).first('claim_number'))?.claim_number ?? null;

export const trackingOf = async (db: Knex, shipmentId: number): Promise<string[]> =>
  (await db('shipment_tracking').where({ shipment_id: shipmentId }).orderBy('position').select('number')).map(
    ({ number }) => number,
  );
