import type { RecentImports } from '../../server/imports/contract';
import { Button } from '../ui/button';
import { Disclosure } from '../ui/disclosure';
import { UnfinishedImports } from './UnfinishedImports';

const EXAMPLE: readonly [heading: string, value: string][] = [
  ['UPC', '012345678905'],
  ['Product Name', 'Stoneware mug, 12 oz'],
  ['Photo URL 1', 'https://cdn.example.com/mug.jpg'],
  ['Unit MSRP', '18.00'],
  ['Unit Wholesale', '9.00'],
  ['Unit Asking Price', '4.50'],
  ['Units', '1500'],
];

/** The start of a file, as a spreadsheet shows it. */
const ExampleRow = () => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard on narrow screens
  <section className="example-sheet" aria-label="Example row" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {EXAMPLE.map(([heading]) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {EXAMPLE.map(([heading, value]) => (
            <td key={heading}>{value}</td>
          ))}
        </tr>
      </tbody>
    </table>
  </section>
);

export function Prepare({ recent }: { recent: RecentImports }) {
  return (
    <div className="stack loose">
      <section className="card">
        <div className="card-body stack">
          <h2>1. Fill in the template</h2>
          <p className="muted">
            One row per product. Required: UPC, name, one photo, MSRP, wholesale price, asking price and
            units. Up to 4 MB and 100,000 rows.
          </p>
          <ExampleRow />
          <div className="button-row">
            <Button href="/csv_template.csv" icon="download" target="_blank">
              Download CSV Template
            </Button>
            <Button href="/csv_instructions" icon="external" target="_blank" tone="quiet">
              Detailed Instructions
            </Button>
          </div>
        </div>
      </section>
      <section className="card">
        <div className="card-body row between">
          <div>
            <h2>2. Upload your file</h2>
            <p className="muted">
              We check every row. Review new and changed products before anything is saved.
            </p>
          </div>
          <Button href="/dashboard/import_products/upload_csv" tone="primary">
            Next
          </Button>
        </div>
      </section>
      <UnfinishedImports recent={recent} />
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
    </div>
  );
}
