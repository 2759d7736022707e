import { useState } from 'react';
import { ApiError } from './api';

const OFFLINE = 'Check your connection and try again.';

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
      setProblem(error instanceof ApiError ? error.message : OFFLINE);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, problem, run };
}
