interface Link {
  readonly path: string;
  readonly key: string;
  /** On a button. */
  readonly act: string;
}

/** The board counts the same rows that the page lists. */
export interface Kind {
  readonly group: string;
  readonly label: string;
  readonly advice: string;
  readonly table: string;
  readonly where: string;
  /** SQL of the time since which a row waits. */
  readonly since: string;
  /** The columns title and detail; their joins yield exactly one row each. */
  readonly columns: string;
  /** SQL of the amount in cents. */
  readonly amount?: string;
  /** A path and the SQL of its end, apart because knex reads `?` in SQL as a binding. */
  readonly link?: Link;
  readonly joins?: string;
}

export const parties = (table: string) =>
  `join buyers on buyers.id = ${table}.buyer_id join sellers on sellers.id = ${table}.seller_id`;

export const ofOrder = (table: string) =>
  `join purchase_orders on purchase_orders.id = ${table}.purchase_order_id ${parties('purchase_orders')}`;
