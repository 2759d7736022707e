import type { Step } from '../ui/stepper';
import type { ImportFlow } from './use-import';

const STEPS = ['Upload', 'Match', 'Fix', 'Import', 'Result'] as const;

/** The step whose turn it is. A file without problems has nothing to match or to fix. */
function stepOf({ stage, preview, isMatching }: ImportFlow): number {
  if (stage === 'over') return 4;
  if (stage === 'importing') return 3;
  if (stage !== 'review' || !preview || preview.error) return 0;
  if (isMatching) return 1;
  return preview.groups.length > 0 ? 2 : 3;
}

function stepState(index: number, at: number, { stage, record }: ImportFlow): Step['state'] {
  if (stage === 'over' && index === 3 && record?.imported_status === 'failed') return 'failed';
  if (index < at) return 'done';
  return index === at ? 'current' : 'todo';
}

export const stepsOf = (flow: ImportFlow): Step[] =>
  STEPS.map((label, index) => ({ label, state: stepState(index, stepOf(flow), flow) }));
