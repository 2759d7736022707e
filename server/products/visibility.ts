/** A seller whose published products are listed: profile complete, not suspended. */
export const SELLER_LISTED = 'sellers.profile_complete and sellers.suspended_at is null';

/** Published and not deleted. */
export const PUBLISHED = 'products.deleted_at is null and not products.provisional';

/** What everyone may see (docs/rules.md#products). For queries that join `sellers` to `products`. */
export const LISTED = `${PUBLISHED} and ${SELLER_LISTED}`;
