import type { ProofMethod } from '../../server/accounts/security/contract';
import { createStore } from './store';

export interface ProofQuestion {
  id: number;
  methods: readonly ProofMethod[];
  answer: (isConfirmed: boolean) => void;
}

const asked = createStore<ProofQuestion | null>(null);
let lastId = 0;

export const { get: askedProof, subscribe: subscribeProof } = asked;

/** Asks who refused a dangerous call, in a dialog, to prove who they are. False when it is dismissed. */
export function askForProof({ methods }: Readonly<Record<string, unknown>>): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      asked.set(null);
      resolve(isConfirmed);
    };
    asked.set({ id: ++lastId, methods: methods as readonly ProofMethod[], answer });
  });
}
