import { createStore } from './store';

/** Whether what was typed may be lost. */
export interface UnsavedQuestion {
  title: string;
  /** The button that loses it. */
  yes: string;
}

interface AskedQuestion extends UnsavedQuestion {
  id: number;
  answer: (isYes: boolean) => void;
}

const asked = createStore<AskedQuestion | null>(null);
let lastId = 0;

export const { get: askedQuestion, subscribe: subscribeQuestion } = asked;

/** Asks in a dialog; dismissing it or another question means no. */
export function ask(question: UnsavedQuestion): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      asked.set(null);
      resolve(isYes);
    };
    asked.set({ ...question, id: ++lastId, answer });
  });
}
