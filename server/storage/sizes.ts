import { IMAGE_SIZES, resized } from './images';
import { originalOf, sizeOf } from './keys';
import type { ImageSize } from './public-url';
import { bytesOf, type Store, type StoredObject } from './store';

const WEBP = 'image/webp';

/** Makes both sizes of an attached picture. Twice is once. */
export async function makeSizes(store: Store, storedKey: string) {
  const original = await store.read(originalOf(storedKey));
  if (!original) throw new Error(`There is no original ${storedKey}`);
  const bytes = await bytesOf(original);
  for (const size of IMAGE_SIZES) await store.put(sizeOf(storedKey, size), await resized(bytes, size), WEBP);
}

async function make(store: Store, storedKey: string, size: ImageSize) {
  const original = await store.read(originalOf(storedKey));
  if (!original) return false;
  await store.put(sizeOf(storedKey, size), await resized(await bytesOf(original), size), WEBP);
  return true;
}

/** Decoding takes memory: a process does one at a time, and one picture once. */
const underway = new Map<string, Promise<boolean>>();
let last: Promise<unknown> = Promise.resolve();

function inTurn(name: string, work: () => Promise<boolean>) {
  const running = underway.get(name);
  if (running) return running;
  const mine = last.then(work).finally(() => underway.delete(name));
  last = mine.catch(() => undefined);
  underway.set(name, mine);
  return mine;
}

/** A picture in one size, made now if its job has not run yet. null where there is no such picture. */
export async function sizedImage(
  store: Store,
  storedKey: string,
  size: ImageSize,
): Promise<StoredObject | null> {
  const name = sizeOf(storedKey, size);
  const ready = await store.read(name);
  if (ready) return ready;
  return (await inTurn(name, () => make(store, storedKey, size))) ? store.read(name) : null;
}
