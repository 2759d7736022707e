import { useCallback, useRef, useState } from 'react';
import { errorText } from './api';

/** One act at a time. A failure leaves what was typed, and says why. */
export function useAct() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function run(act: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    try {
      await act();
      return true;
    } catch (error) {
      setProblem(errorText(error));
      return false;
    } finally {
      setBusy(false);
    }
  }
  const afterDelay = useSubmitDelay();
  /** For forms, which wait like all others. */
  const submit = (act: () => Promise<unknown>) => run(() => afterDelay(act));
  return { busy, problem, run, submit };
}

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
