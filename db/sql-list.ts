/** A constant list as SQL, for `in` and `not in`. For the project's own words only: nothing is escaped. */
export const sqlList = (values: readonly string[]): string =>
  `(${values.map((value) => `'${value}'`).join(', ')})`;
