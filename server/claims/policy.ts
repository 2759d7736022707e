import { buyer, type Person, seller, staff } from '../accounts/policy';
import { visibleOrder } from '../orders/policy';
import { hasUndecidedClaim } from '../orders/undecided-claims';
import type { Services } from '../services';
import { isClaimable } from './deadlines';
import { claimSeenBy } from './queries';

export const mayOpenClaims = buyer;
export const mayWithdraw = buyer;
export const mayAnswer = seller;
export const mayDecide = staff;

export const findClaim = (viewer: Person, { id }: { id: number }, { db }: Pick<Services, 'db'>) =>
  claimSeenBy(db, viewer, id);

/** The buyer of an order with an undecided claim, or one that may be claimed. */
export async function mayUploadPhotos(
  { db, config: { claimDays }, databaseClock }: Pick<Services, 'db' | 'config' | 'databaseClock'>,
  viewer: Person,
  orderId: number,
): Promise<boolean> {
  const order = viewer.kind === 'buyer' ? await visibleOrder(viewer, { id: orderId }, { db }) : undefined;
  if (order === undefined) return false;
  return isClaimable(order, { claimDays, now: databaseClock.now() }) || hasUndecidedClaim(db, orderId);
}
