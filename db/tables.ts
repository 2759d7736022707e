import type { UserStatus } from '../server/contract/account-status';
import type { Capability, Role } from '../server/contract/capabilities';
import type { SellBy } from '../server/contract/case-packs';
import type { Category } from '../server/contract/categories';
import type { Cents, Units } from '../server/contract/money';
import type { EmailChoice } from '../server/contract/notification-kinds';
import type { ProductCondition } from '../server/contract/product-conditions';
import type { ShippingTerms } from '../server/contract/shipping-terms';

export interface UserRow {
  id: number;
  email: string;
  full_name: string;
  status: UserStatus;
  admin: boolean;
  buyer_id: number | null;
  seller_id: number | null;
  password_digest: string | null;
  features: ('shopify' | 'alternate_routes')[];
  /** null: an owner. */
  role: Role | null;
  /** Whom staff approved, and who stands for the company where one person is named. */
  is_primary: boolean;
  order_limit_cents: Cents | null;
  month_limit_cents: Cents | null;
  former_email: string | null;
  denied_with_company: boolean;
  created_at: Date;
  updated_at: Date;
}

interface BuyerRow {
  id: number;
  name: string;
  category: string;
  /** Where invoices and credit memos go. */
  ap_email: string | null;
  /** null: has neither API keys nor webhooks, and no events. */
  events_since: Date | null;
  created_at: Date;
}

export interface SellerRow {
  id: number;
  name: string;
  category: string | null;
  description: string;
  logo: string | null;
  banner: string | null;
  tiktok_handle: string | null;
  tiktok_count: string | null;
  insta_handle: string | null;
  instagram_count: string | null;
  suspended_at: Date | null;
  profile_complete: boolean;
  shipping_terms: ShippingTerms[];
  /** Business days between payment and shipment. */
  handling_days: number;
  ships_to_canada: boolean;
  /** Goods of an offer, when it is sent or bought. */
  min_order_cents: Cents | null;
  /** Where to pay, for staff alone. */
  payout_note: string | null;
  /** First steps that only inform, and that the seller has opened. */
  steps_read: string[];
  /** null: has neither API keys nor webhooks, and no events. */
  events_since: Date | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

/** An address as it was when an offer or an order took it. */
export type FrozenAddress = Pick<
  AddressRow,
  | 'company'
  | 'attention'
  | 'line1'
  | 'line2'
  | 'city'
  | 'region'
  | 'postal_code'
  | 'country'
  | 'phone'
  | 'dock'
  | 'appointment'
  | 'hours'
  | 'instructions'
>;

export interface AddressRow {
  id: number;
  buyer_id: number | null;
  seller_id: number | null;
  company: string;
  attention: string | null;
  line1: string;
  line2: string | null;
  city: string;
  region: string;
  postal_code: string;
  country: 'US' | 'CA';
  phone: string;
  dock: 'dock' | 'no_dock' | 'unknown';
  appointment: boolean;
  hours: string | null;
  instructions: string | null;
  is_default: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

interface SessionRow {
  sid: string;
  sess: unknown;
  expire: Date;
}

interface BearerTokenRow {
  id: string;
  user_id: number;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

export interface SignInRow {
  id: string;
  user_id: number;
  session_key: string | null;
  bearer_id: string | null;
  method: 'password' | 'magic' | 'reset' | 'new_password';
  device: string;
  ip: string | null;
  created_at: Date;
  last_seen_at: Date;
  confirmed_at: Date | null;
  ended_at: Date | null;
}

export interface TotpFactorRow {
  user_id: number;
  secret_encrypted: Buffer;
  created_at: Date;
  confirmed_at: Date | null;
  last_step: bigint | null;
  wrong_codes: number;
  wrong_since: Date | null;
  blocked_until: Date | null;
}

/** One secret of a key; the key is a row of `users`. */
export interface ApiKeyRow {
  id: number;
  user_id: number;
  prefix: string;
  digest: Buffer;
  capabilities: Capability[];
  created_by: number;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  last_used_ip: string | null;
  revoked_at: Date | null;
  replaced_by: number | null;
}

export interface KeyRefusalRow {
  user_id: number;
  day: string;
  reason:
    | 'revoked'
    | 'replaced'
    | 'expired'
    | 'company_denied'
    | 'capability_missing'
    | 'not_for_keys'
    | 'rate_limited';
  count: number;
  last_at: Date;
}

interface RecoveryCodeRow {
  user_id: number;
  digest: Buffer;
  used_at: Date | null;
}

interface FactorResetRow {
  id: number;
  user_id: number;
  requested_by: number;
  reason: string;
  digest: Buffer;
  created_at: Date;
  due_at: Date;
  canceled_at: Date | null;
  done_at: Date | null;
}

export interface OneTimeTokenRow {
  id: number;
  user_id: number;
  purpose: 'magic' | 'reset';
  digest: Buffer;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface InvitationRow {
  id: number;
  buyer_id: number | null;
  seller_id: number | null;
  email: string;
  role: Role;
  order_limit_cents: Cents | null;
  month_limit_cents: Cents | null;
  digest: Buffer;
  invited_by: number;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
}

export interface AuditRow {
  id: bigint;
  at: Date;
  actor_id: number | null;
  actor: string;
  action: string;
  subject_type: string;
  subject_id: number | null;
  /** The company whose owners read the entry, if any. */
  buyer_id: number | null;
  seller_id: number | null;
  before: unknown;
  after: unknown;
}

export interface MailRow {
  id: number;
  event_key: string | null;
  recipient: string;
  /** Reply-To address; null for our own. */
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  created_at: Date;
  sent_at: Date | null;
  attempts: number;
  last_error: string | null;
  headers: Record<string, string> | null;
  /** Staff gave it up: it is not sent. */
  discarded_at: Date | null;
}

interface NotificationChoiceRow {
  user_id: number;
  kind: string;
  email: EmailChoice;
  updated_at: Date;
}

/** What an email_notices row shows of the mail it stands for. */
export interface NoticeContent {
  subject: string;
  preview: string;
  path: string;
}

export interface EmailNoticeRow {
  id: number;
  user_id: number;
  kind: string;
  event_key: string;
  content: NoticeContent;
  at: Date;
  mail_id: number | null;
}

export interface UploadRow {
  key: string;
  user_id: number;
  created_at: Date;
  attached_at: Date | null;
}

export interface ProductRow {
  id: number;
  seller_id: number;
  name: string;
  upc: string;
  sku: string | null;
  asin: string | null;
  style_number: string | null;
  category: string;
  description: string;
  photo_1: string | null;
  photo_2: string | null;
  photo_3: string | null;
  photo_4: string | null;
  photo_5: string | null;
  msrp_cents: Cents | null;
  wholesale_cents: Cents | null;
  seller_price_cents: Cents | null;
  percent_off_msrp: number | null;
  units: Units | null;
  min_order_units: Units | null;
  gender: string;
  seller_size: string | null;
  expiration_date: string | null;
  /** numeric, as text to avoid rounding. */
  length: string | null;
  width: string | null;
  height: string | null;
  weight: string | null;
  weight_unit: string;
  packaging_type: string;
  inner_count: bigint | null;
  inner_quantity: bigint | null;
  outer_quantity: bigint | null;
  sell_by: SellBy;
  location_id: number | null;
  condition: ProductCondition | null;
  provisional: boolean;
  paused: boolean;
  provisional_errors: Record<string, string>;
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  /** The first time that it could be bought. */
  listed_at: Date | null;
  /** By trigger; null in rows from before it that are not yet filled in. */
  search_text: string | null;
  /** For which moment the units were last set; null since creation. Sales leave it. */
  counted_at: Date | null;
}

interface ProductTagRow {
  tag: string;
  product_id: number;
  position: number;
  created_at: Date;
}

export interface BulkChangeRow {
  id: number;
  seller_id: number;
  user_id: number;
  field: 'units' | 'seller_price_cents';
  /** Units or cents. */
  amount: bigint;
  at: Date;
}

export interface BulkChangedProductRow {
  bulk_change_id: number;
  product_id: number;
  amount_before: bigint | null;
  provisional: boolean;
  provisional_errors: Record<string, string>;
  version: number;
}

export interface ProductChangeRow {
  id: bigint;
  product_id: number;
  at: Date;
  user_id: number | null;
  source: 'form' | 'bulk' | 'import' | 'batch' | 'staff' | 'undo';
  /** The import or the change of many products. */
  source_id: number | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

interface StockMovementRow {
  id: bigint;
  product_id: number;
  units: bigint;
  reason: 'initial' | 'edit' | 'import' | 'sold' | 'returned';
  purchase_order_id: number | null;
  user_id: number | null;
  at: Date;
}

type OfferState = 'draft' | 'saved_for_later' | 'seller_review' | 'buyer_review' | 'accepted' | 'rejected';

export interface OfferRow {
  id: number;
  offer_number: string;
  buyer_id: number;
  seller_id: number;
  state: OfferState;
  version: number;
  ship_to_address_id: number | null;
  /** The copy that submit takes. */
  ship_to: FrozenAddress | null;
  shipping_terms: ShippingTerms | null;
  freight_cents: Cents | null;
  /** The freight that the buyer has agreed to. */
  agreed_freight_cents: Cents | null;
  carrier_instructions: string | null;
  buyer_po_number: string | null;
  /** The member whose limits the buyer's last act counts for. */
  committed_by: number | null;
  /** The total after that act. */
  committed_cents: Cents | null;
  /** Whose change raised the version last; null: the system's. */
  changed_by: number | null;
  submitted_at: Date | null;
  expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface OfferProductRow {
  id: number;
  offer_id: number;
  product_id: number;
  quantity: Units;
  unit_price_cents: Cents;
  buyer_price_cents: Cents;
  seller_price_cents: Cents | null;
  created_at: Date;
}

export interface CompanyEventRow {
  id: bigint;
  xid: string;
  buyer_id: number | null;
  seller_id: number | null;
  type: string;
  /** null: several subjects. */
  subject_type: string | null;
  subject_id: number | null;
  data: object;
  at: Date;
}

export interface WebhookRow {
  id: number;
  buyer_id: number | null;
  seller_id: number | null;
  url: string;
  /** Of events, with wildcards; empty: all. */
  types: string[];
  secret_encrypted: Buffer;
  previous_secret_encrypted: Buffer | null;
  /** Until then, the previous secret signs beside the current one. */
  previous_until: Date | null;
  enabled: boolean;
  disabled_reason: 'failing' | 'gone' | null;
  /** The first failure since the last success. */
  failing_since: Date | null;
  failures: number;
  warned_at: Date | null;
  paused_until: Date | null;
  /** The last pause, which the next one doubles. */
  pause_seconds: number;
  created_by: number;
  created_at: Date;
}

export interface WebhookDeliveryRow {
  id: number;
  webhook_id: number;
  event_id: bigint;
  status: 'pending' | 'delivered' | 'failed' | 'canceled';
  /** Since it was written, or last asked for by hand. */
  attempts: number;
  next_at: Date;
  by_hand: boolean;
}

export interface WebhookAttemptRow {
  id: bigint;
  delivery_id: number;
  at: Date;
  /** Of the answer; null without one. */
  status: number | null;
  ms: number;
  error: string | null;
  excerpt: string;
}

interface WebhookArrivalRow {
  id: number;
  name: string;
  message_id: string;
  headers: Record<string, string>;
  body: string;
  status: number;
  at: Date;
}

export interface ApprovalRequestRow {
  id: number;
  offer_id: number;
  buyer_id: number;
  act: 'submit' | 'accept' | 'counter';
  /** The offer's when it was asked for. */
  version: number;
  content: object;
  total_cents: Cents;
  limit_cents: Cents;
  exceeds: 'order' | 'month';
  status: 'requested' | 'approved' | 'declined' | 'canceled' | 'lapsed';
  /** Why it lapsed. */
  reason: 'changed' | 'expired' | 'removed' | 'replaced' | null;
  requested_by: number;
  decided_by: number | null;
  note: string | null;
  created_at: Date;
  decided_at: Date | null;
  expires_at: Date;
}

export interface OfferHistoryRow {
  id: bigint;
  offer_id: number;
  at: Date;
  actor: 'buyer' | 'seller' | 'staff' | 'system';
  user_id: number | null;
  event: string;
  from_state: OfferState;
  to_state: OfferState;
  note: string | null;
  /** Serialized by contract/json, because quantities have 64 bits. */
  lines: unknown;
  /** That the entry left; null for entries from before the column. */
  freight_cents: Cents | null;
  /** The colleague whose request `user_id` approved. */
  requested_by: number | null;
}

export interface BulkAnswerRow {
  id: number;
  seller_id: number;
  user_id: number;
  key: string;
  /** The whole request but its key, to tell a repetition from another answer. */
  rule: unknown;
  state: 'running' | 'done';
  created_at: Date;
  finished_at: Date | null;
}

export interface BulkAnswerRowRow {
  bulk_answer_id: number;
  offer_id: number;
  position: number;
  /** Of the offer; a later one makes the answer void. */
  version: number;
  action: 'accept' | 'counter' | 'reject' | 'skip';
  lines: { id: number; unit_price: Cents }[];
  state: 'waiting' | 'done' | 'skipped' | 'failed';
  reason: string | null;
  purchase_order_id: number | null;
}

export interface AnswerRuleRow {
  id: number;
  seller_id: number;
  scope: 'catalog' | 'category' | 'product';
  category: Category | null;
  product_id: number | null;
  /** Tenths of a percent of the asking price. */
  accept_at: number | null;
  counter_at: number | null;
  decline_below: number | null;
  note: string | null;
  max_orders_per_day: number;
  active: boolean;
  limit_mailed_at: Date | null;
  version: number;
  created_by: number;
  created_at: Date;
  updated_at: Date;
}

interface PlannedAnswerRow {
  offer_id: number;
  version: number;
  due_at: Date;
  held: 'stock' | 'daily_limit' | 'unpaid_orders' | null;
}

interface BackfillRow {
  is_only: boolean;
  after_id: number;
  finished_at: Date | null;
}

export interface PriceGuideRow {
  category: string;
  condition: ProductCondition | null;
  deals: number;
  sellers: number;
  buyers: number;
  /** Whole percents of the MSRP. */
  p25: number;
  p50: number;
  p75: number;
  computed_at: Date;
}

interface RuleAnswerRow {
  history_id: bigint;
  offer_id: number;
  seller_id: number;
  buyer_id: number;
  outcome: 'accept' | 'counter' | 'reject';
  rule_ids: number[];
  product_ids: number[];
  label: string;
  at: Date;
}

type OrderStatus =
  | 'awaiting_initial_payment'
  | 'payment_pending'
  | 'requires_payment_action'
  | 'awaiting_shipment'
  | 'shipped'
  | 'received'
  | 'paid_in_full'
  | 'completed'
  | 'canceled';

export interface PurchaseOrderRow {
  id: number;
  po_number: string;
  offer_id: number;
  buyer_id: number;
  seller_id: number;
  status: OrderStatus;
  version: number;
  total_cents: Cents;
  /** The member whose limits it counts for. */
  committed_by: number | null;
  fee_bps: number;
  fee_cents: Cents;
  total_net_to_seller: Cents;
  total_units: Units;
  sku_count: number;
  carrier: string | null;
  tracking_number: string | null;
  reason: string | null;
  confirmed_by_staff: boolean;
  payment_flag: string | null;
  paid_at: Date | null;
  ship_to: FrozenAddress | null;
  ship_from: FrozenAddress | null;
  /** null: made before shipping terms existed. */
  shipping_terms: ShippingTerms | null;
  freight_cents: Cents;
  carrier_instructions: string | null;
  /** What the buyer's own books call the order. */
  buyer_po_number: string | null;
  /** A day, as PostgreSQL writes it. */
  ship_by: string | null;
  received_at: Date | null;
  receipt_due_at: Date | null;
  receipt_extended: boolean;
  /** Set from the moment Stripe has sent deposits; the order is due then. */
  deposits_due_at: Date | null;
  released_at: Date | null;
  /** Units of shipped shipments, counted since shipments exist. */
  shipped_units: Units;
  /** Units that will never ship. */
  canceled_units: Units;
  /** Set by a trigger of order_history. */
  status_since: Date;
  created_at: Date;
  updated_at: Date;
}

export interface PurchaseOrderProductRow {
  id: number;
  purchase_order_id: number;
  product_id: number;
  quantity: Units;
  unit_cents: Cents;
  total_cents: Cents;
  net_to_seller: Cents;
  name: string;
  upc: string;
  sku: string | null;
  image: string | null;
  /** The product's category, MSRP, condition and place of origin at the time of the order. */
  category: string;
  msrp_cents: Cents | null;
  condition: ProductCondition | null;
  ship_from_state: string | null;
  search_text: string | null;
}

export interface OrderHistoryRow {
  id: bigint;
  purchase_order_id: number;
  at: Date;
  actor: 'buyer' | 'seller' | 'staff' | 'provider' | 'system';
  user_id: number | null;
  event: string;
  from_status: OrderStatus | null;
  to_status: OrderStatus;
  reason: string | null;
}

export interface PaymentAttemptRow {
  id: number;
  purchase_order_id: number;
  attempt: number;
  idempotency_key: string;
  amount_cents: Cents;
  session_id: string | null;
  session_url: string | null;
  payment_intent_id: string | null;
  status: 'opening' | 'open' | 'complete' | 'expired';
  expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface PaymentEventRow {
  id: string;
  type: string;
  payload: unknown;
  received_at: Date;
  processed_at: Date | null;
}

export interface OrderActivityRow {
  id: bigint;
  purchase_order_id: number;
  at: Date;
  actor: OrderHistoryRow['actor'];
  user_id: number | null;
  event: string;
  detail: Record<string, unknown>;
}

export interface ShipmentRow {
  id: number;
  purchase_order_id: number;
  /** 1, 2, … of the order. */
  number: number;
  status: 'packed' | 'shipped' | 'canceled';
  mode: 'parcel' | 'ltl' | 'truckload' | 'pickup';
  carrier: string | null;
  carrier_name: string | null;
  cartons: number | null;
  pallets: number | null;
  weight_lb: number | null;
  shipped_at: Date | null;
  created_by: number | null;
  created_at: Date;
  updated_at: Date;
}

interface ShipmentLineRow {
  shipment_id: number;
  purchase_order_product_id: number;
  quantity: Units;
}

interface ShipmentTrackingRow {
  shipment_id: number;
  position: number;
  number: string;
}

export interface AdjustmentRow {
  id: number;
  purchase_order_id: number;
  kind: 'claim' | 'short_ship' | 'provider';
  /** 1, 2, … of the order. */
  number: number;
  claim_id: number | null;
  provider_id: string | null;
  reason: string | null;
  goods_cents: Cents;
  freight_cents: Cents;
  /** The part of goods and freight that comes from the fee. */
  fee_cents: Cents;
  /** The part that comes from the seller's net. */
  net_cents: Cents;
  created_by: number | null;
  created_at: Date;
}

interface AdjustmentLineRow {
  adjustment_id: number;
  purchase_order_product_id: number;
  quantity: Units | null;
  goods_cents: Cents;
}

export interface DocumentRow {
  id: number;
  kind: 'purchase_order' | 'invoice' | 'packing_slip' | 'credit_memo';
  number: string;
  purchase_order_id: number;
  /** Serialized by contract/json, because quantities have 64 bits: read it as text. */
  content: unknown;
  template_version: number;
  /** Hex; null until the file is stored. */
  sha256: string | null;
  storage_key: string | null;
  bytes: number | null;
  issued_at: Date;
}

export interface ClaimRow {
  id: number;
  /** Generated: `CL-` and 100,000 + id. */
  claim_number: string;
  purchase_order_id: number;
  status: 'open' | 'in_review' | 'approved' | 'denied' | 'withdrawn';
  description: string;
  /** When an unanswered claim goes to staff. */
  answer_by: Date;
  decided_at: Date | null;
  decided_by: number | null;
  explanation: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

export interface ClaimLineRow {
  id: number;
  claim_id: number;
  purchase_order_product_id: number;
  quantity: Units;
  reason: 'missing' | 'damaged' | 'wrong_item' | 'not_as_described' | 'not_received';
  requested_cents: Cents;
  refund_cents: Cents | null;
}

export interface ClaimMessageRow {
  id: number;
  claim_id: number;
  at: Date;
  author: 'buyer' | 'seller' | 'staff';
  user_id: number | null;
  body: string;
}

export interface ClaimPhotoRow {
  id: number;
  claim_id: number;
  /** null: of the claim itself. */
  message_id: number | null;
  file_key: string;
  /** Once the worker has checked and resized it. */
  ready: boolean;
}

export interface PayoutBatchRow {
  id: number;
  number: string;
  created_by: number | null;
  at: Date;
}

export interface PayoutRow {
  id: number;
  payout_number: string;
  /** null: of one order that staff marked as paid in full. */
  batch_id: number | null;
  seller_id: number;
  amount_cents: Cents;
  status: 'draft' | 'paid' | 'void';
  reference: string | null;
  /** A day: `2026-11-30`. */
  paid_on: string | null;
  void_reason: string | null;
  created_at: Date;
  updated_at: Date;
}

/** `amount_cents` is signed: select it under another name (db/connection.ts). */
interface PayoutItemRow {
  id: bigint;
  payout_id: number;
  purchase_order_id: number;
  /** null: the order's agreed net. */
  adjustment_id: number | null;
  void: boolean;
}

interface LedgerTransactionRow {
  id: bigint;
  key: string;
  kind: 'paid' | 'canceled' | 'adjustment' | 'released' | 'payout';
  seller_id: number;
  purchase_order_id: number | null;
  adjustment_id: number | null;
  payout_id: number | null;
  at: Date;
}

interface MessageBackfillRow {
  after_id: bigint;
  finished_at: Date | null;
}

interface LedgerBackfillRow {
  after_id: number;
  finished_at: Date | null;
}

export interface LedgerMismatchRow {
  id: number;
  subject: string;
  problem: string;
  purchase_order_id: number | null;
  found_at: Date;
}

export interface RefundRow {
  id: number;
  purchase_order_id: number;
  /** null where staff confirmed the payment without Stripe. */
  payment_intent_id: string | null;
  /** null for the refund of a canceled order's whole payment. */
  adjustment_id: number | null;
  idempotency_key: string;
  provider_id: string | null;
  amount_cents: Cents;
  status: 'pending' | 'succeeded' | 'failed' | 'manual';
  /** Why the provider refused it. */
  failure: string | null;
  /** Staff's retries have keys of their own: 1, 2, … */
  key_number: number;
  /** How staff settled it outside Stripe. */
  reference: string | null;
  settled_by: number | null;
  settled_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

interface SandboxObjectRow {
  position: bigint;
  id: string;
  kind: string;
  /** Stripe's JSON object. */
  data: unknown;
  created_at: Date;
}

interface SandboxKeyRow {
  key: string;
  request: string;
  status: number | null;
  reply: unknown;
  created_at: Date;
}

export interface ReleaseNoteRow {
  id: number;
  body: string;
  buyer: boolean;
  seller: boolean;
  created_at: Date;
}

interface ReleaseNoteDismissalRow {
  user_id: number;
  release_note_id: number;
  at: Date;
}

interface ContactRequestRow {
  id: number;
  name: string;
  email: string;
  subject: string;
  message: string;
  user_id: number | null;
  created_at: Date;
}

interface JobWorkerRow {
  id: string;
  seen_at: Date;
}

export interface ImportedCsvRow {
  id: number;
  seller_id: number;
  user_id: number;
  key: string;
  stored_key: string;
  columns: (string | null)[] | null;
  header_line: number | null;
  fixes: Record<string, Record<string, string>>;
  file_name: string;
  status: 'pending' | 'importing' | 'imported' | 'failed';
  error: string | null;
  resumable: boolean;
  total_rows: number;
  done_rows: number;
  total_imported_count: number;
  row_counts:
    | (Record<'new' | 'changed' | 'unchanged' | 'incomplete' | 'refused', number> & { differs?: number })
    | null;
  digest: string | null;
  updates: string[];
  units_counted_at: Date | null;
  absent_ids: number[] | null;
  absent_at: Date | null;
  sold_out_count: number;
  replaced_count: number;
  undone_to: bigint | null;
  undone_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface ImportedProductRow {
  import_id: number;
  product_id: number;
  outcome: 'created' | 'updated' | 'unchanged';
  provisional_errors: Record<string, string>;
  differs: boolean;
}

export interface ImportIssueRow {
  id: bigint;
  import_id: number;
  line: number;
  kind: 'rejected' | 'warning';
  column_name: string;
  value: string;
  message: string;
}

interface ImportIssueCountRow {
  import_id: number;
  problem: string;
  kind: 'rejected' | 'warning';
  count: number;
  stored: number;
}

export interface ImportPreviewRow {
  id: number;
  seller_id: number;
  user_id: number;
  key: string;
  stored_key: string;
  file_name: string;
  mapping: (string | null)[] | null;
  header_line: number | null;
  fixes: Record<string, Record<string, string>>;
  digest: string | null;
  saved_at: Date | null;
  updates: string[];
  units_counted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface ImportReadingRow {
  id: number;
  preview_id: number | null;
  import_id: number | null;
  changes: object | null;
  done: boolean;
  refusal: { status: 409 | 422; message: string } | null;
  summary: object | null;
  rejected_csv: string | null;
  absent_ids: number[] | null;
  created_at: Date;
}

interface ImportReadingRowsRow {
  reading_id: number;
  list: string;
  page: number;
  rows: string;
}

interface ImportHeadingRow {
  seller_id: number;
  heading: string;
  field: string;
}

interface ShopifySessionRow {
  seller_id: number;
  shop: string;
  shop_name: string;
  token_encrypted: Buffer;
  scope: string;
  created_at: Date;
}

interface ShopifyLoginRow {
  digest: Buffer;
  user_id: number;
  shop: string;
  expires_at: Date;
}

interface FavoriteRow {
  buyer_id: number;
  product_id: number;
  price_cents: Cents | null;
  /** As the buyer last knew it. */
  notified_price_cents: Cents | null;
  notified_in_stock: boolean;
  notified_at: Date | null;
  created_at: Date;
}

interface ProductViewsRow {
  product_id: number;
  /** In UTC, like `2026-11-22`. */
  day: string;
  views: number;
}

interface RecentViewRow {
  buyer_id: number;
  product_id: number;
  viewed_at: Date;
}

export interface SavedSearchRow {
  id: number;
  buyer_id: number;
  name: string;
  /** `filters` and `search` of a search call. */
  query: object;
  alert: EmailChoice;
  /** A pg_snapshot: what it sees is not new. */
  since: string;
  opened_at: Date;
  created_at: Date;
}

interface SavedSearchNewsRow {
  saved_search_id: number;
  product_id: number;
  at: Date;
  /** When it was mailed, or when there was no alert to mail it by. */
  sent_at: Date | null;
}

interface SavedSearchProgressRow {
  /** A pg_snapshot: news is what it does not see. */
  snapshot: string;
  /** The last day of the daily alerts, in New York. */
  daily_sent_on: string | null;
}

export interface WantListRow {
  id: number;
  buyer_id: number;
  user_id: number;
  name: string;
  state: 'reading' | 'matching' | 'ready' | 'failed';
  /** Why it could not be read; of failed lists. */
  error: string | null;
  stored_key: string;
  alert: EmailChoice;
  /** The last day of wants without a day of their own, as `2026-11-24`. */
  ends_on: string;
  version: number;
  created_at: Date;
}

export interface WantRow {
  id: number;
  want_list_id: number;
  buyer_id: number;
  line: number;
  upc: string | null;
  /** The UPC in 14 digits. */
  gtin: string | null;
  sku: string | null;
  name: string | null;
  words: string[] | null;
  key_word: string | null;
  quantity: bigint | null;
  target_cents: Cents | null;
  ends_on: string | null;
  status: 'waiting' | 'proposed' | 'matched' | 'drafted' | 'closed';
  /** Matching still has to look for it. */
  unmatched: boolean;
  product_id: number | null;
  offer_id: number | null;
  /** The first one first. */
  problems: ('item' | 'quantity' | 'packs' | 'price' | 'date' | 'unread_date' | 'far_date')[];
  /** The cells of a faulty line; null for others, and for lines read by an earlier version. */
  typed: Partial<Record<'item' | 'quantity' | 'price' | 'date', string>> | null;
}

interface WantProposalRow {
  want_id: number;
  product_id: number;
  rank: number;
}

interface WantNewsRow {
  want_id: number;
  product_id: number;
  at: Date;
  /** When it was mailed, or when there was no alert to mail it by. */
  sent_at: Date | null;
}

interface WantGuideRow {
  gtin: string;
  buyers: number;
  units: bigint;
  computed_on: Date;
}

interface ListedAtBackfillRow {
  last_id: number;
  after_id: number;
  finished_at: Date | null;
}

interface SearchTextBackfillRow {
  of: 'products' | 'purchase_order_products';
  last_id: number;
  after_id: number;
  finished_at: Date | null;
}

interface NewListingRow {
  product_id: number;
  xid: string;
  at: Date;
}

export interface MessageRow {
  id: bigint;
  offer_id: number;
  side: 'buyer' | 'seller';
  user_id: number;
  act: 'submit' | 'counter' | 'reject' | 'withdraw' | 'accept' | null;
  history_id: bigint | null;
  body: string;
  /** null: nothing to mask. */
  masked_body: string | null;
  client_key: string | null;
  hidden_at: Date | null;
  hidden_by: number | null;
  hidden_reason: string | null;
  created_at: Date;
}

interface MessageReadRow {
  offer_id: number;
  user_id: number;
  last_read_id: bigint;
}

/** A process that runs now or did within the last hour. */
export interface IdempotencyKeyRow {
  user_id: number;
  key: string;
  /** SHA-256 of the request. */
  fingerprint: Buffer;
  /** Counts the runs; a transaction of an earlier one rolls back. */
  attempt: number;
  locked_until: Date;
  committed_at: Date | null;
  subject_id: number | null;
  progress: object | null;
  /** The answer, once there is one. */
  status: number | null;
  headers: Record<string, string> | null;
  /** Encrypted. */
  body: Buffer | null;
  created_at: Date;
}

export interface ProcessRow {
  id: string;
  kind: 'web' | 'worker' | 'all';
  host: string;
  pid: number;
  version: string;
  node: string;
  started_at: Date;
  seen_at: Date;
  figures: Record<string, number>;
}

export interface ConsistencyCheckRow {
  id: number;
  started_at: Date;
  /** null while it runs, which one check at a time does. */
  finished_at: Date | null;
  trigger: 'nightly' | 'staff' | 'command';
}

export interface ConsistencyFindingRow {
  id: bigint;
  check_id: number;
  name: string;
  subject_type: string;
  subject_id: string;
  detail: Record<string, unknown>;
}

export interface BackupRow {
  id: number;
  started_at: Date;
  finished_at: Date | null;
  bytes: bigint | null;
  location: string;
  checksum: string | null;
  error: string | null;
}

declare module 'knex/types/tables' {
  interface Tables {
    imported_csvs: ImportedCsvRow;
    imported_products: ImportedProductRow;
    import_issue_counts: ImportIssueCountRow;
    import_issues: ImportIssueRow;
    import_previews: ImportPreviewRow;
    import_readings: ImportReadingRow;
    import_reading_rows: ImportReadingRowsRow;
    import_headings: ImportHeadingRow;
    shopify_sessions: ShopifySessionRow;
    shopify_logins: ShopifyLoginRow;
    users: UserRow;
    buyers: BuyerRow;
    sellers: SellerRow;
    addresses: AddressRow;
    sessions: SessionRow;
    bearer_tokens: BearerTokenRow;
    sign_ins: SignInRow;
    totp_factors: TotpFactorRow;
    recovery_codes: RecoveryCodeRow;
    factor_resets: FactorResetRow;
    one_time_tokens: OneTimeTokenRow;
    invitations: InvitationRow;
    api_keys: ApiKeyRow;
    key_refusals: KeyRefusalRow;
    idempotency_keys: IdempotencyKeyRow;
    audit_log: AuditRow;
    mails: MailRow;
    notification_choices: NotificationChoiceRow;
    email_notices: EmailNoticeRow;
    uploads: UploadRow;
    products: ProductRow;
    product_tags: ProductTagRow;
    favorites: FavoriteRow;
    saved_searches: SavedSearchRow;
    saved_search_news: SavedSearchNewsRow;
    saved_search_progress: SavedSearchProgressRow;
    want_lists: WantListRow;
    wants: WantRow;
    want_proposals: WantProposalRow;
    want_news: WantNewsRow;
    want_guides: WantGuideRow;
    new_listings: NewListingRow;
    listed_at_backfill: ListedAtBackfillRow;
    search_text_backfill: SearchTextBackfillRow;
    recent_views: RecentViewRow;
    product_views_daily: ProductViewsRow;
    bulk_changes: BulkChangeRow;
    bulk_changed_products: BulkChangedProductRow;
    product_changes: ProductChangeRow;
    stock_movements: StockMovementRow;
    offers: OfferRow;
    offer_products: OfferProductRow;
    offer_history: OfferHistoryRow;
    approval_requests: ApprovalRequestRow;
    company_events: CompanyEventRow;
    webhooks: WebhookRow;
    webhook_deliveries: WebhookDeliveryRow;
    webhook_attempts: WebhookAttemptRow;
    webhook_arrivals: WebhookArrivalRow;
    bulk_answers: BulkAnswerRow;
    bulk_answer_rows: BulkAnswerRowRow;
    answer_rules: AnswerRuleRow;
    planned_answers: PlannedAnswerRow;
    rule_answers: RuleAnswerRow;
    messages: MessageRow;
    message_reads: MessageReadRow;
    message_backfill: MessageBackfillRow;
    order_line_backfill: BackfillRow;
    listing_backfill: BackfillRow;
    price_guides: PriceGuideRow;
    purchase_orders: PurchaseOrderRow;
    purchase_order_products: PurchaseOrderProductRow;
    order_history: OrderHistoryRow;
    payment_attempts: PaymentAttemptRow;
    payment_events: PaymentEventRow;
    order_activity: OrderActivityRow;
    shipments: ShipmentRow;
    shipment_lines: ShipmentLineRow;
    shipment_tracking: ShipmentTrackingRow;
    adjustments: AdjustmentRow;
    adjustment_lines: AdjustmentLineRow;
    documents: DocumentRow;
    claims: ClaimRow;
    claim_lines: ClaimLineRow;
    claim_messages: ClaimMessageRow;
    claim_photos: ClaimPhotoRow;
    refunds: RefundRow;
    payout_batches: PayoutBatchRow;
    payouts: PayoutRow;
    payout_items: PayoutItemRow;
    ledger_transactions: LedgerTransactionRow;
    ledger_backfill: LedgerBackfillRow;
    ledger_mismatches: LedgerMismatchRow;
    sandbox_objects: SandboxObjectRow;
    sandbox_keys: SandboxKeyRow;
    release_notes: ReleaseNoteRow;
    release_note_dismissals: ReleaseNoteDismissalRow;
    contact_requests: ContactRequestRow;
    job_workers: JobWorkerRow;
    processes: ProcessRow;
    consistency_checks: ConsistencyCheckRow;
    consistency_findings: ConsistencyFindingRow;
    backups: BackupRow;
  }
}
