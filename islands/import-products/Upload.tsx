import { useRef, useState } from 'react';
import type { ImportProductsProps, ImportRecord, RecentImports } from '../../server/imports/contract';
import { Button } from '../ui/button';
import { FormError, Skeleton } from '../ui/feedback';
import { type Step, Stepper } from '../ui/stepper';
import { Dropzone } from './Dropzone';
import { Importing } from './Importing';
import { reasonNotToSubmit } from './matching';
import { Outcomes } from './Outcomes';
import { outcomeOf } from './outcome';
import { Report } from './Report';
import { Review } from './Review';
import { UnfinishedImports } from './UnfinishedImports';
import { type ImportFlow, useImport } from './use-import';

const STEPS = ['Upload', 'Match', 'Fix', 'Import', 'Result'] as const;

/** The step whose turn it is. A file without problems has nothing to match or to fix. */
function stepOf({ stage, preview, isMatching }: ImportFlow): number {
  if (stage === 'over') return 4;
  if (stage === 'importing') return 3;
  if (stage !== 'review' || !preview || preview.error) return 0;
  if (isMatching) return 1;
  return preview.groups.length > 0 ? 2 : 3;
}

function stepState(index: number, flow: ImportFlow): Step['state'] {
  const at = stepOf(flow);
  if (flow.stage === 'over' && index === 3 && flow.record?.imported_status === 'failed') return 'failed';
  if (index < at) return 'done';
  return index === at ? 'current' : 'todo';
}

interface Props {
  recent: RecentImports;
  resume: ImportProductsProps['resume'];
}

export function Upload({ recent, resume }: Props) {
  const flow = useImport(resume);
  const { stage, record } = flow;
  const [dismissed, setDismissed] = useState(false);

  function choose(file: File | undefined) {
    setDismissed(false);
    void flow.choose(file);
  }

  return (
    <div className="stack">
      <div className="import-steps">
        <Stepper
          label="Import"
          steps={STEPS.map((label, index) => ({
            label,
            state: stepState(index, flow),
          }))}
        />
      </div>
      {stage !== 'over' && <BeforeImport flow={flow} onFile={choose} />}
      {stage === 'choose' && <UnfinishedImports recent={recent} />}
      <Importing record={record} open={stage === 'importing'} />
      {record && stage === 'over' && (
        <AfterImport flow={flow} record={record} dismissed={dismissed} onDismissed={setDismissed} />
      )}
    </div>
  );
}

interface BeforeImportProps {
  flow: ImportFlow;
  onFile: (file: File | undefined) => void;
}

function BeforeImport({ flow, onFile }: BeforeImportProps) {
  const { stage, file, hint, preview, fault } = flow;
  const review = useRef<HTMLDivElement>(null);
  return (
    <>
      <Dropzone
        file={file}
        uploadedName={preview ? preview.file_name || 'CSV file' : ''}
        busy={stage === 'reading'}
        error={fault}
        hint={hint}
        onFile={onFile}
      />
      {stage === 'choose' && <NextSteps />}
      {stage === 'reading' && <Skeleton shape="rows" count={4} label="Reading your file" />}
      <div ref={review} tabIndex={-1} className="import-review">
        <Review flow={flow} />
      </div>
      <ReviewButtons
        flow={flow}
        onStep={(isMatching) => {
          flow.setMatching(isMatching);
          // The pressed button is gone; the next step begins above it.
          requestAnimationFrame(() => review.current?.focus());
        }}
      />
    </>
  );
}

const NEXT_STEPS = [
  ['Match', 'Check which of your columns goes where. We suggest a match for each.'],
  ['Fix', 'One correction can fix every row with the same problem.'],
  ['Import', 'Nothing is saved until you submit. You can leave and come back.'],
] as const;

/** What follows the choice of a file, under the names of the steps above. */
const NextSteps = () => (
  <section className="import-next" aria-labelledby="import-next">
    <h2 id="import-next">What happens next</h2>
    <dl>
      {NEXT_STEPS.map(([step, text]) => (
        <div key={step}>
          <dt>{step}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p>
      No file yet? <a href="/dashboard/import_products">Start with the template</a>
    </p>
  </section>
);

interface ReviewButtonsProps {
  flow: ImportFlow;
  onStep: (isMatching: boolean) => void;
}

/** While columns are to be matched, going on comes first; submitting stays possible. */
function ReviewButtons({ flow, onStep }: ReviewButtonsProps) {
  const { stage, preview, busy, isMatching } = flow;
  const reason = reasonNotToSubmit(preview, stage);
  const isBlocked = reason !== '' || busy || stage !== 'review';
  return (
    <div className="button-row end import-foot">
      {preview && !preview.error && !isMatching ? (
        <Button onClick={() => onStep(true)}>Back to Match</Button>
      ) : (
        <Button href="/dashboard/import_products">Back</Button>
      )}
      <Button
        tone={isMatching ? undefined : 'primary'}
        disabled={isBlocked}
        reason={isMatching ? undefined : reason}
        onClick={flow.submit}
      >
        Submit CSV Products
      </Button>
      {isMatching && (
        <Button tone="primary" disabled={reason !== ''} reason={reason} onClick={() => onStep(false)}>
          Continue
        </Button>
      )}
    </div>
  );
}

interface AfterImportProps {
  flow: ImportFlow;
  record: ImportRecord;
  /** Whether the user closed the modal with the outcome. */
  dismissed: boolean;
  onDismissed: (dismissed: boolean) => void;
}

function AfterImport({ flow, record, dismissed, onDismissed }: AfterImportProps) {
  return (
    <>
      <Outcomes
        record={record}
        outcome={dismissed || !flow.watched ? 'running' : outcomeOf(record)}
        onClose={() => onDismissed(true)}
      />
      <FormError>{flow.fault}</FormError>
      <Report
        record={record}
        onRetry={() => {
          onDismissed(false);
          void flow.retry();
        }}
        onAgain={() => {
          onDismissed(false);
          flow.reset();
        }}
      />
    </>
  );
}
