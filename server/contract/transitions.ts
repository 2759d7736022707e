/** A state machine: event → allowed source states and the target. */
export type Transitions<State extends string> = Readonly<
  Record<string, { readonly from: readonly State[]; readonly to: State }>
>;

/** Returns the events that are allowed in this state, in the table's order. */
export const allowed = <State extends string, Table extends Transitions<State>>(
  table: Table,
  state: State,
): (keyof Table & string)[] =>
  Object.keys(table).filter((event) => table[event]?.from.includes(state)) as (keyof Table & string)[];
