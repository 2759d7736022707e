import type { ProblemKind } from '../../server/imports/contract';

export const KINDS: Record<ProblemKind, { tone: 'red' | 'yellow'; text: string }> = {
  refused: { tone: 'red', text: "Can't be imported" },
  incomplete: { tone: 'yellow', text: 'Needs details' },
  warning: { tone: 'yellow', text: 'Value not imported' },
  question: { tone: 'yellow', text: 'Check this value' },
};
