import { useEffect, useRef } from 'react';
import { setConnectionState } from './connection-state';
import { observeSocket } from './observed-socket';
import { type ConnectionLike, Reconnector } from './reconnect';
import { type ConsumerLike, SharedChannel } from './shared-channel';
import { streamsWelcomed, watchStreams } from './stream-sources';

type Consumer = ConsumerLike & { readonly connection: ConnectionLike };

let consumer: Promise<Consumer> | null = null;
const channels = new Map<string, SharedChannel>();

/** The page's one consumer, which turbo-rails uses for its stream elements, too. Loaded when something listens. */
const theConsumer = () => (consumer ??= makeConsumer());

async function makeConsumer(): Promise<Consumer> {
  const { adapters } = await import('@rails/actioncable');
  let reconnector: Reconnector | null = null;
  adapters.WebSocket = observeSocket(WebSocket, {
    welcomed() {
      setConnectionState('live');
      streamsWelcomed();
      reconnector?.welcomed();
    },
    closed() {
      setConnectionState('lost');
      reconnector?.closed();
    },
    refused(reason) {
      const isAskedAgain = reconnector?.refused(reason);
      if (reason === 'too_many_connections') setConnectionState('crowded');
      else setConnectionState(isAskedAgain ? 'lost' : 'refused');
    },
  });
  // Only now: its elements connect as soon as they are defined.
  const { cable } = await import('@hotwired/turbo-rails');
  // The package's types leave out the connection, which its documentation does not.
  const made = (await cable.getConsumer()) as unknown as Consumer;
  reconnector = new Reconnector(made.connection);
  watchPage(reconnector);
  return made;
}

function watchPage(reconnector: Reconnector) {
  reconnector.watch();
  addEventListener('online', () => reconnector.now());
  addEventListener('pageshow', ({ persisted }) => persisted && reconnector.now());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') reconnector.now();
  });
  document.addEventListener('turbo:visit', () => {
    for (const channel of channels.values()) channel.visit();
  });
}

function channelNamed(name: string) {
  const channel = channels.get(name) ?? new SharedChannel(name, theConsumer);
  channels.set(name, channel);
  return channel;
}

/**
 * Calls `onMessage`, usually a refetch, once for a burst of messages on the channel, and after every (re)connection,
 * as what was sent meanwhile is lost. A promise is waited for; one that rejects or answers false is tried again.
 * null listens to nothing: for pages of those who are not signed in.
 */
export function useChannel(name: string | null, onMessage: () => unknown) {
  const latest = useRef(onMessage);
  useEffect(() => {
    latest.current = onMessage;
  });
  useEffect(() => (name === null ? undefined : channelNamed(name).listen(() => latest.current())), [name]);
}

/** For the elements of turbo-rails; once, when the page is loaded. */
export const startStreams = () => watchStreams(theConsumer);
