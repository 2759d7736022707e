import type { ImportProductsProps, RecentImports } from '../../server/imports/contract';
import { Button } from '../ui/button';
import { Disclosure } from '../ui/disclosure';
import { Notice, Skeleton } from '../ui/feedback';
import { Stepper } from '../ui/stepper';
import { Dropzone } from './Dropzone';
import { reasonNotToSubmit } from './matching';
import { stepsOf } from './steps';
import { UnfinishedImports } from './UnfinishedImports';
import type { ImportFlow } from './use-import';

interface Props {
  step: ImportProductsProps['step'];
  flow: ImportFlow;
  recent: RecentImports;
  onFile: (file: File | undefined) => void;
}

/** Where a file is chosen: on the template's page as on the one after `Next`. */
export function Start({ step, flow, recent, onFile }: Props) {
  const { stage, file, hint, preview, fault } = flow;
  return (
    <div className="import-start">
      <Stepper label="Import" steps={stepsOf(flow)} />
      <div className="import-entry">
        <section aria-label="Upload your file">
          <Dropzone
            file={file}
            uploadedName={preview ? preview.file_name || 'CSV file' : ''}
            busy={stage === 'reading'}
            error={fault}
            hint={hint}
            onFile={onFile}
          />
          {stage === 'reading' && <Skeleton shape="rows" count={4} label="Reading your file" />}
          {preview?.error && (
            <Notice tone="red" title="This file can't be imported">
              {preview.error}
            </Notice>
          )}
          <p className="muted small">
            You match the columns and fix rows next. Nothing is saved until you submit, and you can leave and
            come back.
          </p>
          {step === 'upload' ? (
            <div className="button-row end import-foot">
              <Button href="/dashboard/import_products">Back</Button>
              <Button tone="primary" disabled reason={reasonNotToSubmit(preview, stage)}>
                Submit CSV Products
              </Button>
            </div>
          ) : (
            <div className="button-row end">
              <Button
                tone="primary"
                href="/dashboard/import_products/upload_csv"
                disabled={stage !== 'choose'}
              >
                Next
              </Button>
            </div>
          )}
        </section>
        <Template />
      </div>
      {stage === 'choose' && <UnfinishedImports recent={recent} />}
      {step === 'prepare' && <Hints />}
    </div>
  );
}

const EXAMPLE: readonly [heading: string, value: string][] = [
  ['UPC', '012345678905'],
  ['Product Name', 'Stoneware mug, 12 oz'],
  ['Photo URL 1', 'https://example.com/mug.jpg'],
  ['Unit MSRP', '18.00'],
  ['Unit Wholesale', '9.00'],
  ['Unit Asking Price', '4.50'],
  ['Units', '1500'],
];

const Template = () => (
  <section className="card">
    <div className="card-body stack">
      <h2>Start with the template</h2>
      <p className="muted small">One row per product. These columns are required.</p>
      <table className="example-sheet" aria-label="Example row">
        <tbody>
          {EXAMPLE.map(([heading, value]) => (
            <tr key={heading}>
              <th scope="row">{heading}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="button-row">
        <Button href="/csv_template.csv" icon="download" size="small" target="_blank">
          Download CSV Template
        </Button>
        <Button href="/csv_instructions" icon="external" size="small" target="_blank" tone="quiet">
          Detailed Instructions
        </Button>
      </div>
    </div>
  </section>
);

const Hints = () => (
  <div>
    <Disclosure title="What to enter in each column">
      <ul className="prose">
        <li>UPC: 8 to 14 digits, including leading zeros. Each UPC can appear once per file.</li>
        <li>Photos: one to five direct image URLs, not links to web pages.</li>
        <li>Prices: greater than 0, like 9.99 or $9.99. The asking price can't exceed the MSRP.</li>
      </ul>
    </Disclosure>
    <Disclosure title="What happens to existing products">
      <p>Existing values stay the same. An import fills in missing fields and adds new products.</p>
    </Disclosure>
    <Disclosure title="Coming from another system">
      <p>
        We recognize columns with other names or in another order, and you can match the rest. You review
        every change before anything is saved.
      </p>
    </Disclosure>
  </div>
);
