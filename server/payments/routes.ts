import { anyone } from '../accounts/policy';
import { type RouteDependencies, type Routes, route } from '../http/route';
import type { LoadDocument } from '../orders/document';
import { mayApplyEvents, visibleOrder } from '../orders/policy';
import type { OrderWithNames } from '../orders/queries';
import { transitionOrder } from '../orders/staff/contract';
import { adminOrderOf } from '../orders/staff/queries';
import { transitionOrderBody } from '../orders/staff/schema';
import sandbox from '../stripe-sandbox/routes';
import { openCheckout } from './checkout';
import { openPayment, settlePayment, stripeWebhook, verifyPayment } from './contract';
import { findVerificationUrl } from './microdeposits';
import { mayPay } from './policy';
import refunds from './refunds/routes';
import { openPaymentBody } from './schema';
import { isUnsettled, settle } from './settle';
import { applyStaffEvent } from './staff-events';
import { withDeadline } from './stripe';
import { receiveEvent } from './webhook';

export default (dependencies: RouteDependencies, documentOf: LoadDocument): Routes => [
  route(openPayment, {
    body: openPaymentBody,
    may: mayPay,
    needs: 'orders:write',
    retry: 'again',
    find: visibleOrder,
    form: { to: (_context, { url }) => url, notice: null },
    reply: async ({ services, subject, body }) => ({
      url: await withDeadline(() => openCheckout(services, subject.id, body.version)),
    }),
  }),
  route(verifyPayment, {
    may: mayPay,
    needs: 'orders:write',
    find: visibleOrder,
    reply: async ({ services, subject }) => ({
      url: await withDeadline(() => findVerificationUrl(services, subject)),
    }),
  }),
  route(settlePayment, {
    may: mayPay,
    needs: 'orders:write',
    retry: 'again',
    find: visibleOrder,
    reply: async ({ services, db, viewer, subject }) => {
      if (isUnsettled(subject)) await withDeadline(() => settle(services, subject.id));
      const order = (await visibleOrder(viewer, subject, services)) as OrderWithNames;
      return documentOf(db, [order], viewer);
    },
  }),
  route(transitionOrder, {
    body: transitionOrderBody,
    may: mayApplyEvents,
    find: visibleOrder,
    reply: async ({ services, viewer, subject, body }) => {
      await applyStaffEvent(services, viewer, subject, body);
      const order = (await visibleOrder(viewer, subject, services)) as OrderWithNames;
      return { data: await adminOrderOf(services.db, order) };
    },
  }),
  route(stripeWebhook, {
    may: anyone,
    csrf: false,
    reply: async ({ services, req }) => {
      await receiveEvent(services, req.body as Buffer, req.headers['stripe-signature']);
      return { received: true };
    },
  }),
  ...refunds(dependencies),
  ...sandbox(dependencies),
];
