import { useSyncExternalStore } from 'react';
import type { ThreadMessage } from '../../server/contract/thread-message';
import { sendMessage } from '../../server/messages/contract';
import { ApiError, call } from '../browser/api';
import { createStore, pageValue } from '../browser/store';

export interface Outgoing {
  readonly key: string;
  readonly body: string;
  /** null while it is being sent. */
  readonly problem: string | null;
}

/** `crypto.randomUUID` exists on https and localhost only. */
function newKey(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
    .map((part) => part.join(''))
    .join('-');
}

const NONE: readonly Outgoing[] = [];

type Outboxes = ReadonlyMap<number, readonly Outgoing[]>;

/** By offer; outlives the threads, so that closing one loses no message that was not sent. */
const outboxes = () => pageValue('outboxes', () => createStore<Outboxes>(new Map()));

const outgoingOf = (offerId: number) => outboxes().get().get(offerId) ?? NONE;

const change = (offerId: number, next: (outgoing: readonly Outgoing[]) => readonly Outgoing[]) =>
  outboxes().set(new Map(outboxes().get()).set(offerId, next(outgoingOf(offerId))));

/** What was written and is not stored yet. A message that is sent again keeps its key, so it is stored once. */
export function useOutbox(offerId: number, onSent: (message: ThreadMessage) => void) {
  const outgoing = useSyncExternalStore(outboxes().subscribe, () => outgoingOf(offerId));

  const replace = (key: string, problem: string | null) =>
    change(offerId, (all) => all.map((one) => (one.key === key ? { ...one, problem } : one)));

  async function post({ key, body }: Pick<Outgoing, 'key' | 'body'>) {
    try {
      const { message } = await call(sendMessage, { id: offerId }, { message: { body, client_key: key } });
      onSent(message);
      change(offerId, (all) => all.filter((one) => one.key !== key));
    } catch (error) {
      replace(key, error instanceof ApiError && error.status !== 500 ? error.message : '');
    }
  }

  return {
    outgoing,
    send(body: string) {
      const message = { key: newKey(), body, problem: null };
      change(offerId, (all) => [...all, message]);
      void post(message);
    },
    retry(message: Outgoing) {
      replace(message.key, null);
      void post(message);
    },
  };
}
