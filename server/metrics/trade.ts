import type { Tx } from '../../db/transaction';
import type { Instruments } from './instruments';

export const countTrade = ({ orders, offerMoves }: Instruments) => ({
  offer(tx: Tx, _offer: unknown, { event }: { readonly event: string }) {
    tx.afterCommit(() => offerMoves.inc({ event }));
  },
  order(tx: Tx, _order: unknown, { event }: { readonly event: string }) {
    tx.afterCommit(() => orders.inc({ event }));
  },
});
