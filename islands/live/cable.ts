import { useEffect, useRef } from 'react';
import { setConnectionState } from './connection-state';
import { observeSocket } from './observed-socket';
import { type ConnectionLike, Reconnector } from './reconnect';
import { type ConsumerLike, SharedChannel } from './shared-channel';
import { streamsWelcomed, watchStreams } from './stream-sources';

type Consumer = ConsumerLike & { readonly connection: ConnectionLike };

let consumer: Promise<Consumer> | null = null;
const channels = new Map<string, SharedChannel>();

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
  // Imported late: its elements connect as soon as they are defined.
  const { cable } = await import('@hotwired/turbo-rails');
  // `connection` is documented but missing from the package's types.
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

/** Calls `onMessage` once per burst and (re)connection, again if it rejects or resolves to false. */
export function useChannel(name: string | null, onMessage: () => unknown) {
  const latest = useRef(onMessage);
  useEffect(() => {
    latest.current = onMessage;
  });
  useEffect(() => (name === null ? undefined : channelNamed(name).listen(() => latest.current())), [name]);
}

export const startStreams = () => watchStreams(theConsumer);
