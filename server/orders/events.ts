import type { AdjustmentRow, PurchaseOrderRow } from '../../db/tables';
import type { Actor } from '../accounts/actor';
import type { Units } from '../contract/money';
import type { OrderEvent } from './rules';
import type { ActivityEvent } from './visibility/rules';

/** A new order, or an event of the transition table. */
export type OrderMove = 'create' | OrderEvent;

interface OfShipment {
  readonly shipment: number;
}

interface OfClaim {
  readonly claim_id: number;
  readonly claim_number: string;
}

/** What happens below an order's status, with what its activity keeps of it. */
interface ActivityDetails {
  shipment_packed: OfShipment;
  shipment_updated: OfShipment;
  shipment_shipped: OfShipment;
  shipment_canceled: OfShipment;
  remaining_canceled: { readonly units: Units; readonly reason: string };
  ship_to_asked: null;
  ship_to_changed: { readonly city: string; readonly region: string; readonly postal_code: string };
  buyer_po_number_changed: Pick<PurchaseOrderRow, 'buyer_po_number'>;
  late_to_ship: Pick<PurchaseOrderRow, 'ship_by'>;
  receipt_reminder: null;
  receipt_extended: null;
  money_returned: Pick<AdjustmentRow, 'kind' | 'number' | 'goods_cents' | 'freight_cents' | 'reason'>;
  claim_opened: OfClaim;
  claim_message: OfClaim;
  claim_disputed: OfClaim;
  claim_in_review: OfClaim;
  claim_approved: OfClaim;
  claim_denied: OfClaim;
  claim_withdrawn: OfClaim;
  earnings_released: { readonly reason?: string };
}

export type ClaimActivity = Extract<ActivityEvent, `claim_${string}`>;
export type ShipmentActivity = Extract<ActivityEvent, `shipment_${string}`>;

export type Activity = {
  [Event in ActivityEvent]: ActivityDetails[Event] extends null
    ? { readonly event: Event; readonly detail?: undefined }
    : { readonly event: Event; readonly detail: ActivityDetails[Event] };
}[ActivityEvent];

/** Who did what history or activity keeps, and whether either side's events are kept (server/events). */
export interface RecordedAct {
  readonly by: Actor;
  readonly keepsEvents: boolean;
}

export type PaymentFlag =
  | 'wrong_amount'
  | 'paid_twice'
  | 'paid_when_canceled'
  | 'disputed'
  | 'refunded_at_provider'
  | 'refund_failed';

/** Whatever those who see an order load it again for. */
export type OrderChange =
  | { readonly event: OrderMove }
  | Activity
  | { readonly event: 'flag_payment'; readonly flag: PaymentFlag }
  | { readonly event: 'payout' }
  | { readonly event: 'refund'; readonly refundId: number }
  | { readonly event: 'claim_photo'; readonly claimId: number };
