import { useState } from 'react';
import type { ImportRecord } from '../../server/imports/contract';
import { Outcomes } from './Outcomes';
import { type Outcome, outcomeOf } from './outcome';
import { Report } from './Report';
import type { ImportFlow } from './use-import';

interface ResultsProps {
  flow: ImportFlow;
  record: ImportRecord;
  headingOf: (field: string) => string;
}

/** The page shows the same facts as the modal, so it waits until that is closed. */
export function Results({ flow, record, headingOf }: ResultsProps) {
  const [dismissed, setDismissed] = useState<ImportRecord | null>(null);
  const isSeen = dismissed === record || !flow.watched;
  const outcome: Outcome = isSeen ? 'running' : outcomeOf(record);
  const hasModal = outcome === 'success' || outcome === 'nothing' || outcome === 'issues';
  return (
    <>
      <Outcomes
        record={record}
        outcome={outcome}
        headingOf={headingOf}
        onClose={() => setDismissed(record)}
      />
      {!hasModal && <Report record={record} onRetry={() => void flow.retry()} onAgain={flow.reset} />}
    </>
  );
}
