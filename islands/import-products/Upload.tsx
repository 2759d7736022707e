import { useState } from 'react';
import type { ImportProductsProps, ImportRecord, RecentImports } from '../../server/imports/contract';
import type { Preview } from '../../server/imports/preview/contract';
import { FormError } from '../forms/form-error';
import { Button } from '../ui/button';
import { Skeleton } from '../ui/skeleton';
import { Stepper } from '../ui/stepper';
import { Dropzone } from './Dropzone';
import { Importing } from './Importing';
import { Outcomes } from './Outcomes';
import { outcomeOf } from './outcome';
import { Report } from './Report';
import { Review } from './Review';
import { UnfinishedImports } from './UnfinishedImports';
import { type ImportFlow, useImport } from './use-import';

const STEPS = ['Upload', 'Match', 'Fix', 'Import', 'Result'] as const;
const AT: Record<ImportFlow['stage'], number> = { choose: 0, reading: 1, review: 2, importing: 3, over: 4 };

function reasonNotTo(preview: Preview | null, stage: ImportFlow['stage']): string {
  if (stage === 'reading') return 'Reading your file…';
  if (!preview) return 'Choose a file first.';
  if (preview.error) return "This file can't be imported.";
  const needed = preview.missing.filter((heading) => heading === 'UPC' || heading === 'Product Name');
  return needed.length > 0 ? `Choose the columns for ${needed.join(' and ')}.` : '';
}

interface Props {
  left: RecentImports;
  resume: ImportProductsProps['resume'];
}

export function Upload({ left, resume }: Props) {
  const flow = useImport(resume);
  const { stage, record } = flow;
  const [dismissed, setDismissed] = useState(false);
  const at = AT[stage];

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
            state: index < at || stage === 'over' ? 'done' : index === at ? 'current' : 'todo',
          }))}
        />
      </div>
      {stage !== 'over' && <BeforeImport flow={flow} onFile={choose} />}
      {stage === 'choose' && <UnfinishedImports left={left} />}
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
  const { stage, file, preview, fault, busy } = flow;
  const reason = reasonNotTo(preview, stage);
  return (
    <>
      <Dropzone
        file={file}
        uploadedName={preview ? preview.file_name || 'CSV file' : ''}
        busy={stage === 'reading'}
        error={fault}
        onFile={onFile}
      />
      {stage === 'reading' && <Skeleton shape="rows" count={4} label="Reading your file" />}
      <Review flow={flow} />
      <div className="button-row end">
        <Button href="/dashboard/import_products">Back</Button>
        <Button
          tone="primary"
          disabled={reason !== '' || busy || stage !== 'review'}
          reason={reason}
          onClick={flow.submit}
        >
          Submit CSV Products
        </Button>
      </div>
    </>
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
