import { useRef } from 'react';
import { counted } from '../../server/contract/money';
import type { Preview } from '../../server/imports/preview/contract';
import { headingOf } from '../../server/imports/rules';
import { useFocusRestore } from '../browser/focus-restore';
import { useLateComponent } from '../browser/use-late-component';
import { Button, IconButton } from '../ui/button';
import { FormError, Skeleton } from '../ui/feedback';
import { Icon } from '../ui/icon';
import { Stepper } from '../ui/stepper';
import { Fix } from './Fix';
import { Match } from './Match';
import { reasonNotToSubmit } from './matching';
import { stepsOf } from './steps';
import type { ImportFlow } from './use-import';

interface Props {
  flow: ImportFlow;
  onFile: (file: File | undefined) => void;
}

/** From Match on: the whole width, without the dashboard's frame. */
export function Workspace({ flow, onFile }: Props) {
  const { stage, record, fault } = flow;
  const review = useRef<HTMLDivElement>(null);
  const Results = useLateComponent({
    wanted: record !== null,
    load: () => import('./Results').then((loaded) => loaded.Results),
    onFailure: () => undefined,
  });
  const Importing = useLateComponent({
    // Before it begins: by then a part that can't be loaded would look like an import that failed.
    wanted: flow.preview !== null || stage === 'importing',
    load: () => import('./Importing').then((loaded) => loaded.Importing),
    onFailure: () => undefined,
  });

  function showStep(isMatching: boolean) {
    flow.setMatching(isMatching);
    // The pressed button is gone; the next step begins below it, at the top of the page.
    requestAnimationFrame(() => {
      review.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    });
  }

  return (
    <div className="page import-workspace">
      <h1 className="visually-hidden">Bulk Add Products</h1>
      <Head flow={flow} onFile={onFile} onStep={showStep} />
      <FormError>{fault}</FormError>
      <div ref={review} tabIndex={-1} className="import-review">
        {stage === 'reading' && <Skeleton shape="rows" count={8} label="Reading your file" />}
        {(stage === 'review' || (stage === 'importing' && flow.preview)) && <Review flow={flow} />}
        {record && Results && stage === 'over' && (
          <Results flow={flow} record={record} headingOf={headingOf} />
        )}
      </div>
      {Importing && <Importing record={record} open={stage === 'importing'} />}
    </div>
  );
}

interface HeadProps extends Props {
  onStep: (isMatching: boolean) => void;
}

/** While columns are to be matched, going on comes first; submitting stays possible. */
function Head({ flow, onFile, onStep }: HeadProps) {
  const { stage, preview, record, busy, isMatching } = flow;
  const missing = reasonNotToSubmit(preview, stage);
  const reason = missing || flow.updates.fault;
  const isFixing = stage === 'review' && !isMatching;
  return (
    <header className="import-head">
      <div className="import-source">
        {isFixing ? (
          <IconButton icon="chevron-left" label="Back to Match" onClick={() => onStep(true)} />
        ) : (
          <a href="/dashboard/import_products" className="button icon-only quiet" aria-label="Back">
            <Icon name="chevron-left" />
          </a>
        )}
        <FileName name={preview?.file_name || record?.file_name || 'CSV file'} onFile={onFile} flow={flow} />
      </div>
      <Stepper label="Import" steps={stepsOf(flow)} />
      {stage !== 'over' && (
        <div className="import-actions">
          {isFixing && preview && (
            <p className="import-next muted small">{productsToImport(preview, flow.updates)}</p>
          )}
          <Button
            tone={isMatching ? undefined : 'primary'}
            disabled={reason !== '' || busy || stage !== 'review'}
            reason={isMatching ? undefined : reason}
            onClick={flow.submit}
          >
            Submit CSV Products
          </Button>
          {isMatching && (
            <Button tone="primary" disabled={missing !== ''} reason={missing} onClick={() => onStep(false)}>
              Continue
            </Button>
          )}
        </div>
      )}
    </header>
  );
}

/** The sentence on the outcome is far below. */
function productsToImport({ product_counts }: Preview, { body }: ImportFlow['updates']): string {
  const [added, changed] = [product_counts?.new.products ?? 0, product_counts?.changed.products ?? 0];
  if (added + changed > 0)
    return `${counted(added + changed, 'product')} to ${added > 0 ? 'import' : 'update'}`;
  return body?.sold_out ? '' : 'Nothing would change';
}

interface FileNameProps extends Props {
  name: string;
}

/** Before the import another file can take its place. */
function FileName({ name, flow, onFile }: FileNameProps) {
  if (flow.stage !== 'review') return <b className="import-file">{name}</b>;
  return (
    <label className="import-file">
      <b>{name}</b>
      <span className="button small quiet">Replace</span>
      <input
        type="file"
        className="visually-hidden"
        name="csv"
        accept=".csv,text/csv"
        aria-label="Replace CSV file"
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          target.value = '';
        }}
      />
    </label>
  );
}

function Review({ flow }: { flow: ImportFlow }) {
  const { preview, busy, change, isMatching } = flow;
  const review = useRef<HTMLDivElement>(null);
  // A corrected row disappears: the focus moves to the next one.
  useFocusRestore(review, '.grid-row');
  if (!preview) return null;
  return (
    <div aria-busy={busy} ref={review}>
      {isMatching ? (
        <Match
          key={`${preview.id} ${preview.header_line}`}
          preview={preview}
          onMapping={(mapping: Preview['mapping']) => void change({ mapping })}
          onHeader={(header_line) => void change({ header_line })}
        />
      ) : (
        <Fix key={String(preview.mapping)} preview={preview} flow={flow} />
      )}
    </div>
  );
}
