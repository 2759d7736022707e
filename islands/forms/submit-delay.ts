import { useCallback, useRef } from 'react';

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
