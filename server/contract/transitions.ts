export type Transitions<State extends string> = Readonly<
  Record<string, { readonly from: readonly State[]; readonly to: State }>
>;

export const isOneOf =
  <State extends string>(states: readonly State[]) =>
  (state: State): boolean =>
    states.includes(state);

export const allowed = <State extends string, Table extends Transitions<State>>(
  table: Table,
  state: State,
): (keyof Table & string)[] =>
  Object.keys(table).filter((event) => table[event]?.from.includes(state)) as (keyof Table & string)[];
