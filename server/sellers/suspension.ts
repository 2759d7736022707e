import { on } from '../../db/events';
import type { Tx } from '../../db/transaction';

interface SellerSide {
  sellerId: number | null;
}

/** Products of a denied seller are unlisted until they are approved again (docs/rules.md#sellers). */
const suspend = async (tx: Tx, { sellerId }: SellerSide) => {
  if (sellerId !== null) await tx('sellers').where({ id: sellerId }).update({ suspended_at: new Date() });
};
const restore = async (tx: Tx, { sellerId }: SellerSide) => {
  if (sellerId !== null) await tx('sellers').where({ id: sellerId }).update({ suspended_at: null });
};

export function followApprovals() {
  on('person_denied', suspend);
  on('person_approved', restore);
}
