import { staff } from '../../accounts/policy';
import { cents } from '../../contract/money';
import { type RouteDependencies, type Routes, route } from '../../http/route';
import { visibleOrder } from '../../orders/policy';
import { bookAdjustment, listRefundsToSettle, retryRefund, settleRefund } from './contract';
import { findRefund } from './policy';
import { refundsToSettle, refundWithNames } from './queries';
import { bookAdjustmentBody, settleRefundBody } from './schema';
import { adjustmentDocument, refundDocument } from './serializer';
import { bookProviderRefund, retry, settleByHand } from './settlement';

export default ({ services: { transaction, db } }: RouteDependencies): Routes => {
  const shown = async (id: number) => {
    const refund = await refundWithNames(db, id);
    if (!refund) throw new Error(`There is no refund ${id}`);
    return { refund: refundDocument(refund) };
  };
  return [
    route(bookAdjustment, {
      body: bookAdjustmentBody,
      may: staff,
      find: visibleOrder,
      status: 201,
      reply: async ({ viewer, subject, body }) => ({
        adjustment: adjustmentDocument(
          await transaction((tx) =>
            bookProviderRefund(tx, viewer, subject.id, {
              goods: cents(body.goods_cents),
              freight: cents(body.freight_cents),
              providerId: body.provider_id,
              reason: body.reason,
            }),
          ),
        ),
      }),
    }),
    route(listRefundsToSettle, {
      may: staff,
      reply: async () => ({ refunds: (await refundsToSettle(db)).map(refundDocument) }),
    }),
    route(retryRefund, {
      may: staff,
      find: findRefund,
      reply: async ({ viewer, subject }) => {
        await transaction((tx) => retry(tx, viewer, subject.id));
        return shown(subject.id);
      },
    }),
    route(settleRefund, {
      body: settleRefundBody,
      may: staff,
      find: findRefund,
      reply: async ({ viewer, subject, body }) => {
        await transaction((tx) => settleByHand(tx, viewer, subject.id, body.reference));
        return shown(subject.id);
      },
    }),
  ];
};
