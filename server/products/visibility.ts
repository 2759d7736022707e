/**
 * What anyone but the owner and staff may see: published, not deleted, of a seller in good standing whose profile
 * is complete (docs/rules.md#products). For queries that join `sellers` to `products`.
 */
export const LISTED =
  'products.deleted_at is null and not products.provisional and sellers.profile_complete and sellers.suspended_at is null';
