import type { Staff } from '../../accounts/policy';
import type { Services } from '../../services';
import { refundWithNames } from './queries';

export const findRefund = (_viewer: Staff, { id }: { id: number }, { db }: Pick<Services, 'db'>) =>
  refundWithNames(db, id);
