import { statement } from '../../db/sql';
import type { OfferRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Actor } from '../accounts/actor';
import { keepsEvents } from '../accounts/company/events-since';
import { orderContacts, type TradeContact } from '../accounts/trade-contacts';
import { fee, net, shareNet } from '../contract/fee';
import { type Cents, lineTotal, sum, type Units } from '../contract/money';
import { OutOfStock, recordSale, takeStock } from '../products/stock';
import { type OrderParties, partiesOfOffer } from './parties';

/** Who causes an event of an order, with what they say of it. */
export interface EventInput extends Actor {
  readonly reason?: string | null | undefined;
  readonly carrier?: string | null | undefined;
  readonly tracking_number?: string | null | undefined;
  readonly version?: number | null | undefined;
}

export interface AgreedLine {
  product_id: number;
  quantity: Units;
  unit_price_cents: Cents;
  name: string;
  upc: string;
  sku: string | null;
  image: string | null;
}

/** A line as its order keeps it. */
export interface OrderedLine {
  readonly name: string;
  readonly upc: string;
  readonly sku: string | null;
  readonly quantity: Units;
  readonly unit_cents: Cents;
  readonly total_cents: Cents;
}

const orderedLine = ({ name, upc, sku, quantity, unit_price_cents }: AgreedLine): OrderedLine => ({
  ...{ name, upc, sku, quantity },
  unit_cents: unit_price_cents,
  total_cents: lineTotal(unit_price_cents, quantity),
});

export const ORDER_COLUMNS = [
  'id',
  'po_number',
  'offer_id',
  'buyer_id',
  'seller_id',
  'status',
  'version',
  'total_cents',
  'fee_bps',
  'fee_cents',
  'total_net_to_seller',
  'total_units',
  'sku_count',
  'carrier',
  'tracking_number',
  'reason',
  'confirmed_by_staff',
  'payment_flag',
  'paid_at',
  'ship_to',
  'ship_from',
  'shipping_terms',
  'freight_cents',
  'carrier_instructions',
  'buyer_po_number',
  'ship_by',
  'received_at',
  'receipt_due_at',
  'receipt_extended',
  'deposits_due_at',
  'released_at',
  'committed_by',
  'shipped_units',
  'canceled_units',
  'status_since',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof PurchaseOrderRow)[];

/** A whole row, for statements that are planned once. */
export const ORDER_ROW = ORDER_COLUMNS.join(', ');

interface MadeOrder extends PurchaseOrderRow {
  readonly keeps_events: boolean;
  /** Digits by product: a JSON number would be rounded. */
  readonly units_left: Readonly<Record<string, string>>;
  /** Products that cannot be had: then all else is null. */
  readonly missing: readonly number[] | null;
}

/**
 * Takes the stock and writes the order, its lines and its first history entry. It takes no number where stock is missing,
 * since a rollback would leave that out.
 */
const insertOrder = statement<MadeOrder>(
  'create order',
  `with ${takeStock({ products: '$15', quantities: '$16', isNegotiated: '$28' })}, made as (
     insert into purchase_orders (offer_id, buyer_id, seller_id, total_cents, fee_bps, fee_cents, total_net_to_seller,
         total_units, sku_count, ship_to, ship_from, shipping_terms, freight_cents, carrier_instructions, committed_by,
         buyer_po_number)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $26, $27
      where not exists (select from missing)
     returning ${ORDER_ROW}
   ), written as (
     insert into purchase_order_products (purchase_order_id, product_id, quantity, unit_cents, total_cents,
         net_to_seller, name, upc, sku, image)
     select made.id, product_id, quantity, unit_cents, line.total_cents, net_to_seller, name, upc, sku, image
       from made, unnest($15::int[], $16::bigint[], $17::bigint[], $18::bigint[], $19::bigint[],
                         $20::text[], $21::text[], $22::text[], $23::text[])
         as line (product_id, quantity, unit_cents, total_cents, net_to_seller, name, upc, sku, image)
   ), noted as (
     insert into order_history (purchase_order_id, actor, user_id, event, to_status)
     select id, $24, $25, 'create', status from made
   ), sold as (${recordSale({ order: 'made', user: '$25' })}
   )
   select ${ORDER_ROW}, ${keepsEvents('made.buyer_id', 'made.seller_id')},
          (select jsonb_object_agg(id, units::text) from taken) as units_left,
          (select array_agg(product_id order by product_id) from missing) as missing
     from (select) as always
     left join made on true`,
);

export interface Agreement {
  readonly feeBps: number;
  /** The member whose limits the order counts for. */
  readonly committedBy: number | null;
  readonly buyerPoNumber: string | null;
  /** By an offer that was sent: a pause of its products does not end it. */
  readonly isNegotiated: boolean;
  readonly shipping: Pick<
    PurchaseOrderRow,
    'ship_to' | 'ship_from' | 'shipping_terms' | 'freight_cents' | 'carrier_instructions'
  >;
}

/** The fee is on the goods alone: freight is passed through. */
function amountsOf(totals: readonly Cents[], { feeBps, shipping }: Pick<Agreement, 'feeBps' | 'shipping'>) {
  const goods = sum(totals);
  const goodsNet = net(goods, feeBps);
  return {
    total: sum([goods, shipping.freight_cents]),
    fee: fee(goods, feeBps),
    net: sum([goodsNet, shipping.freight_cents]),
    nets: shareNet(totals, goodsNet),
  };
}

/** What followers of a new order find in hand. */
export interface Placed {
  readonly lines: readonly OrderedLine[];
  readonly people: readonly TradeContact[];
  readonly parties: OrderParties | undefined;
}

interface NewOrder {
  readonly order: PurchaseOrderRow;
  readonly placed: Placed;
  readonly by: Actor;
  readonly keepsEvents: boolean;
  /** Of its products. */
  readonly unitsLeft: ReadonlyMap<number, Units>;
}

/**
 * Takes the stock and writes the order of an accepted offer; fixes its fee and freezes its addresses (docs/rules.md#orders).
 * Throws OutOfStock. Call `publishOrder` next.
 */
export async function createOrder(
  tx: Tx,
  offer: Pick<OfferRow, 'id' | 'buyer_id' | 'seller_id'>,
  lines: readonly AgreedLine[],
  agreement: Agreement,
  by: Actor,
): Promise<NewOrder> {
  const totals = lines.map((line) => lineTotal(line.unit_price_cents, line.quantity));
  const amounts = amountsOf(totals, agreement);
  // Pipelined, executed in this order: the stock, for which buyers compete, is locked last.
  const [people, [parties], [made]] = await Promise.all([
    orderContacts(tx, { ...offer, offer_id: offer.id }),
    partiesOfOffer(tx, [offer.id]),
    insertOrder(tx, [
      offer.id,
      offer.buyer_id,
      offer.seller_id,
      amounts.total,
      agreement.feeBps,
      amounts.fee,
      amounts.net,
      lines.reduce((units, { quantity }) => units + quantity, 0n),
      lines.length,
      ...shippingColumns(agreement.shipping),
      ...lineColumns(lines, totals, amounts.nets),
      by.actor,
      by.userId ?? null,
      agreement.committedBy,
      agreement.buyerPoNumber,
      agreement.isNegotiated,
    ]),
  ]);
  if (!made) throw new Error('The order was not written');
  const { missing, units_left, keeps_events: keepsEvents, ...order } = made;
  if (missing) throw new OutOfStock(missing);
  const unitsLeft = new Map(Object.entries(units_left).map(([id, units]) => [Number(id), BigInt(units)]));
  return { order, placed: { lines: lines.map(orderedLine), people, parties }, by, keepsEvents, unitsLeft };
}

export async function publishOrder(tx: Tx, { order, placed, by, keepsEvents }: NewOrder) {
  await tx.events.orderMoved(order, 'create', placed);
  await tx.events.orderChanged(order, { event: 'create' }, { by, keepsEvents });
}

const shippingColumns = ({
  ship_to,
  ship_from,
  shipping_terms,
  freight_cents,
  carrier_instructions,
}: Agreement['shipping']) => [
  ship_to && JSON.stringify(ship_to),
  ship_from && JSON.stringify(ship_from),
  shipping_terms,
  freight_cents,
  carrier_instructions,
];

/** One array per column, as the statement unnests them. */
const lineColumns = (lines: readonly AgreedLine[], totals: readonly Cents[], nets: readonly Cents[]) => [
  lines.map(({ product_id }) => product_id),
  lines.map(({ quantity }) => quantity),
  lines.map(({ unit_price_cents }) => unit_price_cents),
  totals,
  nets,
  lines.map(({ name }) => name),
  lines.map(({ upc }) => upc),
  lines.map(({ sku }) => sku),
  lines.map(({ image }) => image),
];
