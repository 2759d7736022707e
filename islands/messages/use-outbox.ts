import { useSyncExternalStore } from 'react';
import type { ThreadMessage } from '../../server/contract/thread-message';
import { sendMessage } from '../../server/messages/contract';
import { readAccountValue, writeAccountValue } from '../browser/account-store';
import { ApiError, call } from '../browser/api';
import { newKey } from '../browser/new-key';
import { createSerial } from '../browser/serial';
import { createStore, pageValue } from '../browser/store';

export interface Outgoing {
  readonly key: string;
  readonly body: string;
  /** null while it is being sent. */
  readonly problem: string | null;
}

const NONE: readonly Outgoing[] = [];

/** A thread as one side writes in it. */
export interface Writing {
  readonly offerId: number;
  readonly side: 'buyer' | 'seller' | 'staff';
}

const storageKey = ({ offerId, side }: Writing) => `unsent-${side}-${offerId}`;

/** What a reload cut off: it may have arrived, and is stored once however often it is sent. */
function readUnsent(thread: Writing): readonly Outgoing[] {
  return readAccountValue<readonly Outgoing[]>(storageKey(thread)) ?? NONE;
}

function storeUnsent(thread: Writing, outgoing: readonly Outgoing[]) {
  const unsent = outgoing.map((one) => ({ ...one, problem: one.problem ?? '' }));
  writeAccountValue(storageKey(thread), unsent.length > 0 ? unsent : null);
}

type Outboxes = ReadonlyMap<string, readonly Outgoing[]>;

/** Outlives the threads, so that closing one loses no message that was not sent. */
const outboxes = () => pageValue('outboxes', () => createStore<Outboxes>(new Map()));

function outgoingOf(thread: Writing): readonly Outgoing[] {
  const key = storageKey(thread);
  const known = outboxes().get().get(key);
  if (known) return known;
  const unsent = readUnsent(thread);
  // A Map that is changed in place tells no listener: this happens while rendering.
  (outboxes().get() as Map<string, readonly Outgoing[]>).set(key, unsent);
  return unsent;
}

/** Messages are stored in the order in which they were written. */
const serially = <Result>(work: () => Promise<Result>) => pageValue('outbox-turns', createSerial)(work);

function change(thread: Writing, next: (outgoing: readonly Outgoing[]) => readonly Outgoing[]) {
  const outgoing = next(outgoingOf(thread));
  storeUnsent(thread, outgoing);
  outboxes().set(new Map(outboxes().get()).set(storageKey(thread), outgoing));
}

/** What was written and is not stored yet. A message that is sent again keeps its key, so it is stored once. */
export function useOutbox(thread: Writing, onSent: (message: ThreadMessage) => void) {
  const outgoing = useSyncExternalStore(outboxes().subscribe, () => outgoingOf(thread));

  const replace = (key: string, problem: string | null) =>
    change(thread, (all) => all.map((one) => (one.key === key ? { ...one, problem } : one)));

  async function post({ key, body }: Pick<Outgoing, 'key' | 'body'>) {
    try {
      const written = { message: { body, client_key: key } };
      const { message } = await serially(() => call(sendMessage, { id: thread.offerId }, written));
      onSent(message);
      change(thread, (all) => all.filter((one) => one.key !== key));
    } catch (error) {
      replace(key, error instanceof ApiError && error.status !== 500 ? error.message : '');
    }
  }

  return {
    outgoing,
    send(body: string) {
      const message = { key: newKey(), body, problem: null };
      change(thread, (all) => [...all, message]);
      void post(message);
    },
    discard: ({ key }: Outgoing) => change(thread, (all) => all.filter((one) => one.key !== key)),
    retry(message: Outgoing) {
      replace(message.key, null);
      void post(message);
    },
  };
}
