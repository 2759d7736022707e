import type { WantListRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { broadcastOnCommit } from '../cable/cable';
import { buyerStream } from '../offers/channel';

/** To the buyer's people: the list is to be loaded again. */
export const broadcastList = (tx: Tx, { id, buyer_id }: Pick<WantListRow, 'id' | 'buyer_id'>) =>
  broadcastOnCommit(tx, buyerStream(buyer_id), { event: 'wants', id });
