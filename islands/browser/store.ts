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

/** A value that this tab keeps over reloads, by JSON; null without it, and where storage is forbidden. */
export function readTab<Value>(name: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as Value | null;
  } catch {
    return null;
  }
}

export function tabNames(): string[] {
  try {
    return Object.keys(sessionStorage);
  } catch {
    return [];
  }
}

/** null removes the value. Where storage is full or forbidden, nothing is kept. */
export function writeTab(name: string, value: unknown) {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {}
}
