/**
 * SQL: whether the company of a row lacks a primary owner whom staff approved. Denied or left behind by its owner, it is
 * cut off: its keys are refused, its endpoints are sent nothing.
 */
export const lacksApprovedOwner = (table: string): string =>
  `coalesce((select status from users owner where owner.buyer_id = ${table}.buyer_id and owner.is_primary),
            (select status from users owner where owner.seller_id = ${table}.seller_id and owner.is_primary),
            'removed') in ('provisional', 'denied', 'removed')`;
