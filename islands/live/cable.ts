import { useEffect, useRef } from 'react';
import { type ConsumerLike, SharedChannel } from './shared-channel';
import { watchStreams } from './stream-sources';

let consumer: Promise<ConsumerLike> | null = null;
const channels = new Map<string, SharedChannel>();

const theConsumer = () => (consumer ??= makeConsumer());

async function makeConsumer(): Promise<ConsumerLike> {
  document.addEventListener('turbo:visit', () => {
    for (const channel of channels.values()) channel.visit();
  });
  return (await import('./consumer')).makeConsumer(channels);
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
