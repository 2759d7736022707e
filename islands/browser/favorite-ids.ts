import { useEffect, useSyncExternalStore } from 'react';
import { addFavorite, favoriteIds, removeFavorite } from '../../server/sourcing/contract';
import { notify } from './alerts';
import { call, errorText } from './api';
import { createSerial } from './serial';
import { createStore } from './store';

/** Null until loaded, and for everyone but buyers. */
const ids = createStore<ReadonlySet<number> | null>(null);
let users = 0;
const serially = createSerial();

const isBuyer = () => document.querySelector('meta[name="viewer"]')?.getAttribute('content') === 'buyer';

async function load() {
  if (!isBuyer()) return;
  try {
    ids.set(new Set((await call(favoriteIds, {})).ids));
  } catch {
    // Without them the products show no hearts.
  }
}

function setSaved(id: number, saved: boolean) {
  const others = [...(ids.get() ?? [])].filter((one) => one !== id);
  ids.set(new Set(saved ? [...others, id] : others));
}

async function toggle(id: number) {
  const saved = !ids.get()?.has(id);
  setSaved(id, saved);
  try {
    await serially<unknown>(() =>
      saved ? call(addFavorite, {}, { product_id: id }) : call(removeFavorite, { product_id: id }),
    );
    return true;
  } catch (error) {
    setSaved(id, !saved);
    notify('error', errorText(error));
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
  const current = useSyncExternalStore(ids.subscribe, ids.get, () => null);
  return { saved: current?.has(id) ?? null, toggle: () => toggle(id) };
}
