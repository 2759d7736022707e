import type { AdjustmentRow, OfferRow, PurchaseOrderRow, ShipmentRow } from '../db/tables';
import { createTransactions, type Followers, type Tx } from '../db/transaction';
import type { Actor } from './accounts/actor';
import { onboardSeller } from './accounts/onboarding';
import { planAnswer } from './answers/offer-rules/planning';
import { lapseWithOffer } from './approvals/lapse';
import type { ApprovalRow } from './approvals/queries';
import {
  issueCreditMemo,
  issueInvoice,
  issuePackedSlips,
  issuePackingSlip,
  issuePurchaseOrder,
  replaceInvoice,
} from './documents/issue';
import { enqueueDelivery } from './events/jobs';
import { recordEvents } from './events/record';
import { wakeWebhooks } from './events/webhooks/wake';
import { payOutByStaff, postCancellation, postMoneyReturned, postPayment } from './ledger/order-events';
import { recordNote } from './messages/message';
import { countTrade } from './metrics/trade';
import { broadcastOffer } from './offers/channel';
import { type OfferMove, sendOfferMail } from './offers/mailer';
import type { OfferChange } from './offers/offer';
import { rejectOpenOffers } from './offers/person-denied';
import { notifyCartsOfProducts } from './offers/product-changes';
import { broadcastOrder } from './orders/channel';
import type { OrderChange, OrderMove, RecordedAct } from './orders/events';
import { sendOrderMail } from './orders/mailer';
import type { EventInput, Placed } from './orders/order';
import { cancelUnpaidOrders } from './orders/person-denied';
import { refreshHeaderBadges } from './pages/header-badges';
import { recordMoneyReturned } from './payments/adjustment-activity';
import { closePaymentOfOrder } from './payments/cancellation';
import { requestRefundByHand } from './payments/refunds/by-hand';
import type { CatalogChange } from './products/events';
import { restoreSeller, suspendSeller } from './sellers/suspension';
import type { Services } from './services';
import { sendShipmentMail } from './shipping/mailer';
import { cancelPackedShipments, shipRemainingUnits } from './shipping/order-events';
import { sendReceivedMail } from './shipping/received-mail';
import type { DueAlert } from './sourcing/alerts';
import { addWanted } from './wants/mailer';
import { tellWants } from './wants/news';

interface ReviewedPerson {
  readonly userId: number;
  readonly buyerId: number | null;
  readonly sellerId: number | null;
}

declare module '../db/transaction' {
  interface Events {
    offerChanged(offer: OfferRow, event: OfferChange): Promise<void>;
    /** Its row is still there. */
    offerDeleted(offer: OfferRow): Promise<void>;
    /** Requested, or ended in any way. */
    approvalChanged(approval: ApprovalRow, by: Actor): Promise<void>;
    /** A move of its transition table, with who caused it. */
    offerMoved(offer: OfferRow, move: OfferMove): Promise<void>;
    /** An order is new, with what was read for it, or its status changed. */
    orderMoved(order: PurchaseOrderRow, event: OrderMove, placed?: Placed): Promise<void>;
    /** After each move, and for what happens below the status. */
    orderChanged(order: PurchaseOrderRow, change: OrderChange, recorded?: RecordedAct): Promise<void>;
    orderCanceled(order: PurchaseOrderRow, by: Actor): Promise<void>;
    /** Money of a paid order goes back to its buyer, under the order's lock. */
    moneyReturned(order: PurchaseOrderRow, adjustment: AdjustmentRow, by: Actor): Promise<void>;
    /** By the last unit of a shipment, or at once by staff. */
    orderShipped(order: PurchaseOrderRow, by: EventInput): Promise<void>;
    /** Packed, edited, shipped or canceled. The order is the one after the change. */
    shipmentChanged(order: PurchaseOrderRow, shipment: ShipmentRow): Promise<void>;
    productChanged(productId: number): Promise<void>;
    /** After an act on products: all that it added, changed or deleted. */
    catalogChanged(change: CatalogChange): Promise<void>;
    payoutsPaid(ids: readonly number[], by: Actor): Promise<void>;
    /** Products that were listed for the first time, in the run that tells saved searches of them. */
    listingsCollected(productIds: readonly number[]): Promise<void>;
    /** A mail about news is being put together for a buyer. */
    alertDue(alert: DueAlert): Promise<void>;
    profileCompleted(sellerId: number): Promise<void>;
    personApproved(person: ReviewedPerson): Promise<void>;
    personDenied(person: ReviewedPerson & { readonly byUserId: number }): Promise<void>;
  }
}

type ServicesOfFollowers = Omit<Services, 'transaction'>;

type MoveFollowers = {
  readonly [Move in OrderMove]?: readonly ((
    tx: Tx,
    order: PurchaseOrderRow,
    event: Move,
    placed?: Placed,
  ) => Promise<void> | void)[];
};

const byMove =
  (followers: MoveFollowers) =>
  async <Move extends OrderMove>(tx: Tx, order: PurchaseOrderRow, event: Move, placed?: Placed) => {
    const followersOfMove: MoveFollowers[Move] = followers[event];
    for (const follow of followersOfMove ?? []) await follow(tx, order, event, placed);
  };

/** Followers run inside the transaction that publishes the event; none forbids it. */
function createFollowers(services: ServicesOfFollowers) {
  const badges = refreshHeaderBadges(services);
  const carts = notifyCartsOfProducts(services);
  const count = countTrade(services.metrics);
  const webhooks = wakeWebhooks(services, enqueueDelivery);
  const events = recordEvents(webhooks.wake);
  const followers: Followers = {
    offerChanged: [broadcastOffer, badges.ofOffer],
    offerDeleted: [lapseWithOffer],
    offerMoved: [
      recordNote(services.config),
      sendOfferMail,
      planAnswer(services),
      count.offer,
      events.ofOffer,
    ],
    approvalChanged: [events.ofApproval, badges.ofApproval],
    orderMoved: [
      byMove({
        create: [sendOrderMail, issuePurchaseOrder, carts.ofOrder],
        confirm_payment: [postPayment, sendOrderMail, issueInvoice],
        receive: [sendReceivedMail],
        pay_in_full: [payOutByStaff],
        cancel: [postCancellation, sendOrderMail, carts.ofOrder],
      }),
      badges.ofOrder,
    ],
    orderChanged: [issuePackedSlips, replaceInvoice, broadcastOrder, count.order, events.ofOrder],
    moneyReturned: [recordMoneyReturned, issueCreditMemo, postMoneyReturned],
    orderCanceled: [cancelPackedShipments, closePaymentOfOrder, requestRefundByHand],
    orderShipped: [shipRemainingUnits],
    shipmentChanged: [issuePackingSlip, sendShipmentMail],
    productChanged: [carts.ofProduct],
    catalogChanged: [events.ofCatalog],
    payoutsPaid: [events.ofPayouts],
    listingsCollected: [tellWants],
    alertDue: [addWanted],
    profileCompleted: [onboardSeller],
    personApproved: [restoreSeller],
    personDenied: [suspendSeller, rejectOpenOffers, cancelUnpaidOrders],
  };
  const stop = async () => void (await Promise.all([carts.stop(), webhooks.stop()]));
  return { followers, stop };
}

/** Opens the transactions that publish to the followers. Stop before anything they use is closed. */
export function startFollowers(services: ServicesOfFollowers) {
  const { followers, stop } = createFollowers(services);
  const transactions = createTransactions(services.db, {
    followers,
    carried: {
      config: services.config,
      cable: services.cable,
      databaseClock: services.databaseClock,
    },
    requestScopes: services.requestScopes,
    onEffectFailure: (err) => services.log.error({ err }, 'an effect after a commit failed'),
  });
  return {
    followers,
    transaction: transactions.transaction,
    async stop() {
      await transactions.drain();
      await stop();
    },
  };
}
