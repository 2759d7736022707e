export interface Transition<State extends string, Actor extends string> {
  readonly from: readonly State[];
  readonly to: State;
  readonly by: readonly Actor[];
  /** When it really happens, for readers of the table. */
  readonly when: string;
}

/** By event; several transitions where what it leads to depends on its state or on who acts. */
export type Transitions<State extends string, Actor extends string> = Readonly<
  Record<string, Transition<State, Actor> | readonly Transition<State, Actor>[]>
>;

/** Where the event leads; null where this actor may not cause it in this state. */
export function nextState<State extends string, Actor extends string>(
  table: Transitions<State, Actor>,
  event: string,
  { from, by }: { readonly from: State; readonly by: Actor },
): State | null {
  const transitions = [table[event] ?? []].flat();
  return transitions.find((one) => one.from.includes(from) && one.by.includes(by))?.to ?? null;
}

/** The states in which this actor may cause the event, for a write that names no row's state. */
export const sources = <State extends string, Actor extends string>(
  table: Transitions<State, Actor>,
  event: string,
  by: Actor,
): readonly State[] => [table[event] ?? []].flat().flatMap((one) => (one.by.includes(by) ? one.from : []));

export const isOneOf =
  <State extends string>(states: readonly State[]) =>
  (state: State): boolean =>
    states.includes(state);
