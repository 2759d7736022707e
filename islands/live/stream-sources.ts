import { coalesce } from './coalesce';
import type { ConsumerLike } from './shared-channel';

/** turbo-rails' element: what it subscribes to, in its own order of keys. */
type Source = Element & { readonly channel: { readonly channel: string } };

const SOURCES = 'turbo-cable-stream-source';
/** A confirmation so soon after a visit is the new page's element's own. */
const SETTLING_MS = 3_000;

const listeners = new Set<() => unknown>();
const missed = coalesce(() => Promise.all([...listeners].map((listener) => listener())));
const shadows = new Map<string, { unsubscribe(): unknown }>();
let heardSinceVisit = false;
let isNewConnection = true;
let loadedAt = 0;

/** Calls `listener` when stream elements may have missed something, until the answer is called. */
export function onStreamsMissed(listener: () => unknown): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The socket is a new one: whatever was sent before is missed. */
export function streamsWelcomed() {
  isNewConnection = true;
}

function connected() {
  if (!isNewConnection && Date.now() - loadedAt < SETTLING_MS) return;
  isNewConnection = false;
  missed.ask();
}

const received = () => {
  heardSinceVisit = true;
};
const nothing = () => undefined;

/**
 * A second subscription beside each element's own, under the same identifier. The elements leave and come back with
 * every visit; while this one stays, nothing is unsubscribed in between, and nothing falls through.
 */
async function shadow(theConsumer: () => Promise<ConsumerLike>) {
  const sources = [...document.querySelectorAll<Source>(SOURCES)];
  if (sources.length === 0 && shadows.size === 0) return;
  const { subscriptions } = await theConsumer();
  const wanted = new Map(sources.map(({ channel }) => [JSON.stringify(channel), channel]));
  for (const [identifier, channel] of wanted)
    if (!shadows.has(identifier))
      shadows.set(
        identifier,
        subscriptions.create(channel, { connected, received, disconnected: nothing, rejected: nothing }),
      );
  for (const [identifier, subscription] of shadows)
    if (!wanted.has(identifier)) {
      shadows.delete(identifier);
      subscription.unsubscribe();
    }
}

/** `<turbo-cable-stream-source>` works on pages that have one; the others do not load what it takes. */
export function watchStreams(theConsumer: () => Promise<ConsumerLike>) {
  document.addEventListener('turbo:visit', () => {
    heardSinceVisit = false;
  });
  document.addEventListener('turbo:load', () => {
    loadedAt = Date.now();
    // It went to the page before this one, which may have been rendered before it.
    if (heardSinceVisit) missed.ask();
    void shadow(theConsumer);
  });
}
