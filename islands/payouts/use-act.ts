import { useState } from 'react';
import { ApiError } from '../browser/api';

/** One call at a time, with the server's refusal or what to do about a lost connection. */
export function useAct() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function act(work: () => Promise<void>) {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (failure) {
      setProblem(failure instanceof ApiError ? failure.message : 'Check your connection and try again.');
    } finally {
      setBusy(false);
    }
  }
  return { busy, problem, act };
}
