import { useState } from 'react';
import type { ImportProductsProps, RecentImports } from '../../server/imports/contract';
import type { Preview } from '../../server/imports/preview/contract';
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

const STEPS = ['Upload', 'Match', 'Review', 'Import', 'Result'] as const;
const AT: Record<ImportFlow['stage'], number> = { choose: 0, reading: 1, review: 2, importing: 3, over: 4 };

function reasonNotTo(preview: Preview | null, stage: ImportFlow['stage']): string {
  if (stage === 'reading') return 'Reading your file …';
  if (!preview) return 'Choose a file first.';
  if (preview.error) return 'This file cannot be imported.';
  const needed = preview.missing.filter((heading) => heading === 'UPC' || heading === 'Product Name');
  return needed.length > 0 ? `Say which column holds: ${needed.join(', ')}.` : '';
}

interface Props {
  left: RecentImports;
  resume: ImportProductsProps['resume'];
}

export function Upload({ left, resume }: Props) {
  const flow = useImport(resume);
  const { stage, file, preview, record, fault, busy, watched } = flow;
  const [dismissed, setDismissed] = useState(false);
  const outcome = record && stage === 'over' ? outcomeOf(record) : 'running';
  const reason = reasonNotTo(preview, stage);
  const at = AT[stage];

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
      {stage !== 'over' && (
        <>
          <Dropzone
            file={file}
            uploadedName={preview ? preview.file_name || 'CSV file' : ''}
            busy={stage === 'reading'}
            error={fault}
            onFile={(chosen) => {
              setDismissed(false);
              void flow.choose(chosen);
            }}
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
      )}
      {stage === 'choose' && <UnfinishedImports left={left} />}
      <Importing record={record} open={stage === 'importing'} />
      {record && stage === 'over' && (
        <>
          <Outcomes
            record={record}
            outcome={dismissed || !watched ? 'running' : outcome}
            onClose={() => setDismissed(true)}
          />
          {fault && (
            <p className="form-error" role="alert">
              {fault}
            </p>
          )}
          <Report
            record={record}
            onRetry={() => {
              setDismissed(false);
              void flow.retry();
            }}
            onAgain={() => {
              setDismissed(false);
              flow.reset();
            }}
          />
        </>
      )}
    </div>
  );
}
