import { useEffect, useState } from 'react';
import { type BulkAnswer, showBulkAnswer } from '../../../server/answers/contract';
import { call } from '../../browser/api';
import { useLatest } from '../../browser/use-latest';

const POLL_MS = 400;
const SLOW_POLL_MS = 5_000;
const SLOW_AFTER_MS = 15_000;

const waitingIn = (answer: BulkAnswer | null) =>
  answer?.rows.filter(({ state }) => state === 'waiting').length ?? 0;

/** Follows the answers until all are done. Returns whether they have made no progress for a while. */
export function useBulkResults(answer: BulkAnswer | null, onResult: (answer: BulkAnswer) => void): boolean {
  const isSlow = useIsSlow(answer);
  const begin = useLatest();
  useEffect(() => {
    const isLatest = begin();
    if (answer?.state !== 'running') return;
    const look = async () => {
      const shown = await call(showBulkAnswer, { id: answer.id }).catch(() => null);
      // A failed look is repeated: the answers go on without it.
      if (isLatest()) onResult(shown?.bulk_answer ?? { ...answer });
    };
    const timer = setTimeout(look, isSlow ? SLOW_POLL_MS : POLL_MS);
    return () => clearTimeout(timer);
  }, [answer, begin, onResult, isSlow]);
  return isSlow;
}

function useIsSlow(answer: BulkAnswer | null): boolean {
  const [isSlow, setSlow] = useState(false);
  const waiting = waitingIn(answer);
  const isRunning = answer?.state === 'running';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answered offer is progress
  useEffect(() => {
    setSlow(false);
    if (!isRunning) return;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isRunning, answer?.id, waiting]);
  return isSlow;
}
