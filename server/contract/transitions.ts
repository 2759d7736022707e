/** A state machine as data: event → where it may start and where it ends. */
export type Transitions<State extends string> = Readonly<
  Record<string, { readonly from: readonly State[]; readonly to: State }>
>;

/** The events that may happen in this state, in the table's order. */
export const allowed = <State extends string, Table extends Transitions<State>>(
  table: Table,
  state: State,
): (keyof Table & string)[] =>
  Object.keys(table).filter((event) => table[event]?.from.includes(state)) as (keyof Table & string)[];
