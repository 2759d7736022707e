import { useEffect, useSyncExternalStore } from 'react';
import { addFavorite, favoriteIds, removeFavorite } from '../../server/sourcing/contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';

/** Null until loaded, and for everyone but buyers. */
let ids: ReadonlySet<number> | null = null;
let users = 0;
const listeners = new Set<() => void>();

function put(next: ReadonlySet<number>) {
  ids = next;
  for (const listener of listeners) listener();
}

const isBuyer = () => document.querySelector('meta[name="viewer"]')?.getAttribute('content') === 'buyer';

async function load() {
  if (!isBuyer()) return;
  try {
    put(new Set((await call(favoriteIds, {})).ids));
  } catch {
    // Without them the products show no hearts.
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const setSaved = (id: number, saved: boolean) =>
  put(new Set(saved ? [...(ids ?? []), id] : [...(ids ?? [])].filter((one) => one !== id)));

async function toggle(id: number) {
  const saved = !ids?.has(id);
  setSaved(id, saved);
  try {
    if (saved) await call(addFavorite, {}, { product_id: id });
    else await call(removeFavorite, { product_id: id });
    return true;
  } catch (error) {
    setSaved(id, !saved);
    notify('error', error instanceof ApiError ? error.message : 'Check your connection and try again.');
    return false;
  }
}

/** Whether a buyer saved the product; null where there is nothing to save. The first user on a page loads them. */
export function useFavorite(id: number) {
  useEffect(() => {
    users += 1;
    if (users === 1) void load();
    return () => {
      users -= 1;
    };
  }, []);
  const current = useSyncExternalStore(
    subscribe,
    () => ids,
    () => null,
  );
  return { saved: current?.has(id) ?? null, toggle: () => toggle(id) };
}
