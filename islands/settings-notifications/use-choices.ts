import { useRef, useState } from 'react';
import type { EmailChoice, NotificationKind } from '../../server/contract/notification-kinds';
import { type NotificationChoice, updateNotifications } from '../../server/notifications/contract';
import { ApiError, call } from '../browser/api';

export type Save = { state: 'saving' | 'saved' } | { state: 'failed'; reason: string };

const NOT_SAVED = "This choice wasn't saved. Check your connection and try again.";

const reasonOf = (error: unknown) =>
  error instanceof ApiError && error.status === 422 ? error.message : NOT_SAVED;

/** Saves each choice at once, one request after another, so that the last choice is the one that stays. */
export function useChoices(given: readonly NotificationChoice[]) {
  const [choices, setChoices] = useState(given);
  const [saves, setSaves] = useState<Partial<Record<NotificationKind, Save>>>({});
  const queue = useRef(Promise.resolve());
  const latest = useRef<Partial<Record<NotificationKind, number>>>({});

  function choose(kind: NotificationKind, email: EmailChoice) {
    const turn = (latest.current[kind] ?? 0) + 1;
    latest.current[kind] = turn;
    const show = (save: Save) => {
      if (latest.current[kind] === turn) setSaves((all) => ({ ...all, [kind]: save }));
    };
    setChoices((all) => all.map((one) => (one.kind === kind ? { ...one, email } : one)));
    show({ state: 'saving' });
    queue.current = queue.current.then(() =>
      call(updateNotifications, {}, { choices: { [kind]: email } }).then(
        () => show({ state: 'saved' }),
        (error: unknown) => show({ state: 'failed', reason: reasonOf(error) }),
      ),
    );
  }

  return { choices, choose, saves };
}
