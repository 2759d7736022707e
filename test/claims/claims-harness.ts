import sharp from 'sharp';
import * as calls from '../../server/claims/contract';
import type { OrderStatus } from '../../server/orders/rules';
import { transitionOrder } from '../../server/orders/staff/contract';
import { presign } from '../../server/uploads/contract';
import type { Client } from '../support/client';
import type { Factory } from '../support/factories';

/** Orders whose payment staff confirmed, so that refunds need no provider. */
export function claimsHarness(factory: Factory) {
  /** 10 units of one product at $8.00, fee 10 %. */
  async function anOrderIn(status: OrderStatus, { daysAgo = 1 }: { daysAgo?: number } = {}) {
    const order = await factory.anOrder();
    const staff = await factory.as(await factory.staff());
    await staff.call(transitionOrder, { id: order.id }, { event: 'confirm_payment' });
    const isReceived = ['received', 'paid_in_full', 'completed'].includes(status);
    await factory
      .db('purchase_orders')
      .where({ id: order.id })
      .update({
        status,
        received_at: isReceived ? new Date(Date.now() - daysAgo * 86_400_000) : null,
      });
    const [line] = await factory.db('purchase_order_products').where({ purchase_order_id: order.id });
    if (!line) throw new Error('The order has no line');
    const [buyer, seller] = [await factory.as(order.buyer), await factory.as(order.seller)];
    return { ...order, line, staffClient: staff, buyerClient: buyer, sellerClient: seller };
  }

  type Order = Awaited<ReturnType<typeof anOrderIn>>;

  const claimBody = (
    order: Pick<Order, 'line'>,
    { quantity = 3, reason = 'missing', photos = [] as string[] } = {},
  ) => ({
    claim: {
      lines: [{ purchase_order_product_id: order.line.id, quantity, reason }],
      description: 'Three of the mugs were not in the cartons.',
      photos,
    },
  });

  const open = (order: Order, more?: Parameters<typeof claimBody>[1]) =>
    order.buyerClient.call(calls.openClaim, { id: order.id }, claimBody(order, more));

  async function anOpenClaim(more?: Parameters<typeof claimBody>[1]) {
    const order = await anOrderIn('received');
    const answer = await open(order, more);
    if (answer.status !== 201) throw new Error(answer.text);
    return { order, claim: answer.body.claim };
  }

  async function upload(client: Client, orderId: number, bytes?: Buffer) {
    const { body } = await client.call(presign, {}, { purpose: 'claim', purchase_order_id: orderId });
    const picture =
      bytes ??
      (await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a33' } })
        .jpeg()
        .withExif({ IFD0: { Copyright: 'GPS of the warehouse' } })
        .toBuffer());
    await fetch(body.aws_url, { method: 'PUT', body: new Blob([new Uint8Array(picture)]) });
    return body.file_key ?? '';
  }

  const lateAnswer = (id: number) =>
    factory
      .db('claims')
      .where({ id })
      .update({ answer_by: new Date(Date.now() - 1_000) });

  return { anOrderIn, claimBody, open, anOpenClaim, upload, lateAnswer };
}
