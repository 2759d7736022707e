import { statement } from '../../db/sql';
import type { UserStatus } from './contract';

export interface TradeContact {
  readonly id: number;
  readonly email: string;
  readonly full_name: string;
  readonly status: UserStatus;
  readonly side: 'buyer' | 'seller';
  readonly buyer_name: string;
  readonly seller_name: string;
}

const select = statement<TradeContact>(
  'people of a trade',
  `select users.id, users.email, users.full_name, users.status,
          case when users.buyer_id is null then 'seller' else 'buyer' end as side,
          buyers.name as buyer_name, sellers.name as seller_name
     from buyers, sellers, users
    where buyers.id = $1 and sellers.id = $2 and (users.buyer_id = $1 or users.seller_id = $2)`,
);

export const tradeContacts = (
  db: Parameters<typeof select>[0],
  { buyer_id, seller_id }: { buyer_id: number; seller_id: number },
): Promise<TradeContact[]> => select(db, [buyer_id, seller_id]);
