import type { Tx } from '../../../db/transaction';
import { Invalid } from '../../http/errors';

const NOT_A_LOCATION = 'Choose one of your locations';

/** Throws 422 for foreign and deleted addresses. null stands for the default location. */
export async function checkLocation(tx: Tx, sellerId: number, locationId: number | null | undefined) {
  if (locationId === null || locationId === undefined) return;
  const location = await tx('addresses')
    .where({ id: locationId, seller_id: sellerId })
    .whereNull('deleted_at')
    .first('id');
  if (!location) throw Invalid(NOT_A_LOCATION, { location_id: [NOT_A_LOCATION] });
}
