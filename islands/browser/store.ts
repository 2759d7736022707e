/** A value with listeners, for `useSyncExternalStore`. */
export function createStore<Value>(value: Value) {
  let current = value;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(next: Value) {
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const values = new Map<string, unknown>();

/** The page's one value of this name. It outlives Turbo visits, but no reload. */
export function pageValue<Value>(name: string, make: () => Value): Value {
  if (!values.has(name)) values.set(name, make());
  return values.get(name) as Value;
}
