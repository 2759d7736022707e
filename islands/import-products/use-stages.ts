import { useEffect, useRef, useState } from 'react';
import { errorText } from '../browser/api';

export type ImportStage = 'choose' | 'reading' | 'review' | 'importing' | 'over';

/** The stage of an import and the fault that it shows. */
export function useStages(first: ImportStage) {
  const [stage, setStage] = useState(first);
  const [fault, setFault] = useState<string | null>(null);
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current++;
    },
    [],
  );

  /** Runs one stage; a later stage supersedes it. A failure returns to `back` and shows its message. */
  async function runStage(back: ImportStage, work: (isLatest: () => boolean) => Promise<void>) {
    const stageTurn = ++turn.current;
    const isLatest = () => stageTurn === turn.current;
    setFault(null);
    try {
      await work(isLatest);
    } catch (error) {
      if (!isLatest()) return;
      setFault(errorText(error));
      setStage(back);
    }
  }

  /** Supersedes the running stage. */
  function restart() {
    turn.current++;
    setStage('choose');
    setFault(null);
  }

  return {
    stage,
    setStage,
    fault,
    setFault,
    showError: (error: unknown) => setFault(errorText(error)),
    runStage,
    restart,
  };
}

export type Stages = ReturnType<typeof useStages>;
