import type { Services } from '../services';
import { offerDetail, orderDetail, userDetail } from './details';
import { stuckPage } from './stuck';

const anyById =
  <Detail>(read: (db: Services['db'], id: number) => Promise<Detail | null>) =>
  (_staff: unknown, { id }: { id: number }, { replica }: Pick<Services, 'replica'>) =>
    read(replica.db(), id);

export const anyOrder = anyById(orderDetail);
export const anyUser = anyById(userDetail);
export const anyOffer = anyById(offerDetail);

export const anyStuckKind = (
  _staff: unknown,
  { kind }: { kind: string },
  { replica }: Pick<Services, 'replica'>,
) => stuckPage(replica.db(), kind, { page: 1 });
