import { endpoint } from '../../contract/endpoint';
import type { Island } from '../../contract/island';
import type { Cents } from '../../contract/money';
import type { Refund } from '../../payments/refunds/contract';
import type { Balance, Payout, PayoutStatus } from '../contract';

export interface SellerBalance extends Balance {
  seller_id: number;
  name: string;
  payout_note: string | null;
}

export interface StaffPayout extends Payout {
  seller_id: number;
  seller_name: string;
  batch_id: number | null;
  batch_number: string | null;
  payout_note: string | null;
  void_reason: string | null;
}

export interface PayoutBatch {
  id: number;
  number: string;
  at: string;
}

/** Sellers who are owed or were paid something, by name. Payouts newest first; `Link` names the next page. */
export interface StaffPayouts {
  sellers: SellerBalance[];
  payouts: StaffPayout[];
  minimum_cents: Cents;
  /** `total`: of the requested status. */
  meta: { total: number; counts: Record<PayoutStatus, number> };
}

export const listStaffPayouts = endpoint<StaffPayouts>()('GET /admin/payouts');
export const createPayoutBatch = endpoint<{ batch: PayoutBatch; payouts: StaffPayout[] }>()(
  'POST /admin/payout_batches',
);
export const downloadBatch = endpoint<undefined>()('GET /admin/payout_batches/:file', 'D');
export const markPayoutPaid = endpoint<{ payout: StaffPayout }>()('POST /admin/payouts/:id/paid');
export const voidPayout = endpoint<{ payout: StaffPayout }>()('POST /admin/payouts/:id/void');
export const savePayoutNote = endpoint<{ seller: SellerBalance }>()('PUT /admin/sellers/:id/payout_note');
export const releaseOrder = endpoint<{ released_at: string | null }>()(
  'POST /admin/purchase_orders/:id/release',
);

export const PAYOUTS_SHOWN = 100;
/** Of staff's page, where balances follow. */
export const PAYOUTS_PER_PAGE = 20;

/** `refund` is the one to settle that a link points at; 0 for none. */
export const payouts: Island<
  StaffPayouts & { refunds: Refund[]; page: number; status: PayoutStatus | ''; refund: number }
> = { id: 'payouts' };
