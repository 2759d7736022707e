import { coalesce } from './coalesce';
import type { ConsumerLike } from './shared-channel';

type Source = Element & { readonly channel: { readonly channel: string } };

const SOURCES = 'turbo-cable-stream-source';
/** A confirmation this soon after a visit belongs to the new page's element. */
const SETTLING_MS = 3_000;

const listeners = new Set<() => unknown>();
const missed = coalesce(() => Promise.all([...listeners].map((listener) => listener())));
const shadows = new Map<string, { unsubscribe(): unknown }>();
let receivedSinceVisit = false;
let isNewConnection = true;
let loadedAt = 0;

export function onStreamsMissed(listener: () => unknown): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const refetchStreams = () => missed.ask();

export function streamsWelcomed() {
  isNewConnection = true;
}

function connected() {
  if (!isNewConnection && Date.now() - loadedAt < SETTLING_MS) return;
  isNewConnection = false;
  missed.ask();
}

const received = () => {
  receivedSinceVisit = true;
};
const nothing = () => undefined;

/** Holds a second subscription per element: during a visit the elements are replaced and would miss messages. */
async function shadow(theConsumer: () => Promise<ConsumerLike>) {
  const sources = [...document.querySelectorAll<Source>(SOURCES)];
  if (sources.length === 0 && shadows.size === 0) return;
  const consumer = await theConsumer();
  const { subscriptions } = consumer;
  const wanted = new Map(sources.map(({ channel }) => [JSON.stringify(channel), channel]));
  for (const [identifier, channel] of wanted)
    if (!shadows.has(identifier))
      shadows.set(
        identifier,
        subscriptions.create(channel, {
          connected() {
            if (!consumer.isCatchingUp?.(identifier)) connected();
          },
          received,
          disconnected: nothing,
          rejected: nothing,
        }),
      );
  for (const [identifier, subscription] of shadows)
    if (!wanted.has(identifier)) {
      shadows.delete(identifier);
      subscription.unsubscribe();
    }
}

export function watchStreams(theConsumer: () => Promise<ConsumerLike>) {
  document.addEventListener('turbo:visit', () => {
    receivedSinceVisit = false;
  });
  document.addEventListener('turbo:load', () => {
    loadedAt = Date.now();
    // The message went to the previous page; this one may have been rendered before it.
    if (receivedSinceVisit) missed.ask();
    void shadow(theConsumer);
  });
}
