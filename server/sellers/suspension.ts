import type { Tx } from '../../db/transaction';

interface SellerSide {
  readonly sellerId: number | null;
}

/** Products of a denied seller are unlisted until they are approved again (docs/rules.md#sellers). */
export const suspendSeller = async (tx: Tx, { sellerId }: SellerSide) => {
  if (sellerId !== null) await tx('sellers').where({ id: sellerId }).update({ suspended_at: tx.fn.now() });
};

export const restoreSeller = async (tx: Tx, { sellerId }: SellerSide) => {
  if (sellerId !== null) await tx('sellers').where({ id: sellerId }).update({ suspended_at: null });
};
