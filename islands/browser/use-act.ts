import { useCallback, useRef, useState } from 'react';
import { notify } from './alerts';
import { errorText } from './api';

interface Options {
  /** In place of `problem`; what it starts ends before the act does. */
  onError?: (error: unknown) => unknown;
  /** What `problem` says without an answer of the server. */
  failed?: string;
}

/** One act at a time; `key` tells apart those that share the state, such as the rows of a table. */
export function useAct<Key = never>({ onError, failed }: Options = {}) {
  const [running, setRunning] = useState<{ key?: Key | undefined } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function run(act: () => Promise<unknown>, key?: Key): Promise<boolean> {
    setRunning({ key });
    setProblem(null);
    try {
      await act();
      return true;
    } catch (error) {
      if (onError) await onError(error);
      else setProblem(errorText(error, failed));
      return false;
    } finally {
      setRunning(null);
    }
  }
  const afterDelay = useSubmitDelay();
  /** For forms, which wait like all others. */
  const submit = (act: () => Promise<unknown>, key?: Key) => run(() => afterDelay(act), key);
  return { busy: running !== null, busyWith: running?.key ?? null, problem, run, submit };
}

/** Shows a failure as a toast. */
export const notifyError = (failed?: string) => (error: unknown) => notify('error', errorText(error, failed));

const SUBMIT_DELAY_MS = 400;

const delay = () => new Promise((resolve) => setTimeout(resolve, SUBMIT_DELAY_MS));

type Submission = <Result>(work: () => Promise<Result>) => Promise<Result | undefined>;

/** Delays a submission; ignores further ones until it ends. */
export function useSubmitDelay(): Submission {
  const isPending = useRef(false);
  return useCallback(async (work) => {
    if (isPending.current) return undefined;
    isPending.current = true;
    try {
      await delay();
      return await work();
    } finally {
      isPending.current = false;
    }
  }, []);
}
