import { setTimeout as pause } from 'node:timers/promises';
import { HttpError } from '../http/errors';
import type { Services } from '../services';
import { type ImageSize, originalOf, sizeOf } from '../storage/keys';
import type { StoredObject } from '../storage/store';
import { isResizing } from './jobs';

const CHECKS_MS = [50, 100, 150, 200, 300, 400, 600, 800, 1_000, 1_200];
const MAX_WAITING = 50;

const StillResizing = () =>
  new HttpError(404, { error: "This image isn't ready yet" }, { 'Retry-After': '2' });

function unlessEmpty(found: StoredObject): StoredObject | null {
  if (found.bytes > 0) return found;
  found.body.resume();
  return null;
}

type ImageStore = Pick<Services, 'store' | 'transaction'>;

export type ReadSize = (storedKey: string, size: ImageSize) => Promise<StoredObject | null>;

/** Waits up to 5 s for the worker to make the size, then throws 404 with `Retry-After`. */
export function sizeReader(services: ImageStore): ReadSize {
  const { store } = services;
  const pending = new Map<string, Promise<void>>();

  function waitOnce(storedKey: string, size: ImageSize) {
    const name = sizeOf(storedKey, size);
    const wait = pending.get(name);
    if (wait) return wait;
    if (pending.size >= MAX_WAITING) throw StillResizing();
    const started = waitUntilMade(services, storedKey, size).finally(() => pending.delete(name));
    pending.set(name, started);
    return started;
  }

  return async (storedKey, size) => {
    const name = sizeOf(storedKey, size);
    const ready = await store.read(name);
    if (ready) return unlessEmpty(ready);
    if (!(await store.head(originalOf(storedKey)))) return null;
    await waitOnce(storedKey, size);
    const made = await store.read(name);
    return made && unlessEmpty(made);
  };
}

async function waitUntilMade({ store, transaction }: ImageStore, storedKey: string, size: ImageSize) {
  const willBeMade = await transaction((tx) => isResizing(tx, storedKey));
  if (!willBeMade) return;
  for (const delay of CHECKS_MS) {
    await pause(delay);
    if (await store.head(sizeOf(storedKey, size))) return;
  }
  throw StillResizing();
}
