import { useEffect, useState } from 'react';
import { errorText } from '../browser/api';
import { useLatest } from '../browser/use-latest';

export type ImportStage = 'choose' | 'reading' | 'review' | 'importing' | 'over';

/** The stage of an import and the fault that it shows. */
export function useStages(first: ImportStage) {
  const [stage, setStage] = useState(first);
  const [fault, setFault] = useState<string | null>(null);
  const begin = useLatest();
  useEffect(() => () => void begin(), [begin]);

  /** Runs one stage; a later stage supersedes it. A failure returns to `back` and shows its message. */
  async function runStage(back: ImportStage, work: (isLatest: () => boolean) => Promise<void>) {
    const isLatest = begin();
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
    begin();
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
