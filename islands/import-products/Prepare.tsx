import type { RecentImports } from '../../server/imports/contract';
import { Button } from '../ui/button';
import { Disclosure } from '../ui/disclosure';
import { UnfinishedImports } from './UnfinishedImports';

export function Prepare({ left }: { left: RecentImports }) {
  return (
    <div className="stack loose">
      <section className="card">
        <div className="card-body stack">
          <h2>1. Fill in the template</h2>
          <p className="muted">
            One line for each product. Required are UPC, name, a photo, three prices and units; the rest may
            follow.
          </p>
          <div className="button-row">
            <Button href="/csv_template.csv" icon="download" target="_blank">
              Download CSV template
            </Button>
            <Button href="/csv_instructions" icon="external" target="_blank" tone="quiet">
              Detailed instructions
            </Button>
          </div>
        </div>
      </section>
      <div>
        <Disclosure title="What goes in the columns">
          <ul className="prose">
            <li>UPC: 8 to 14 digits, leading zeros kept, each once in a file.</li>
            <li>Photos: one to five addresses of the pictures themselves, not of pages that show them.</li>
            <li>Prices: greater than 0, as 9.99 or $9.99; the asking price at most the MSRP.</li>
          </ul>
        </Disclosure>
        <Disclosure title="What happens to products that you have already">
          <p>They stay as they are. An import only adds what they were missing, and products that are new.</p>
        </Disclosure>
        <Disclosure title="Coming from another system">
          <p>
            Columns with other names, or in another order, are recognised, and you can say what they mean.
            Nothing is saved before you have seen what would happen.
          </p>
        </Disclosure>
      </div>
      <div className="button-row end">
        <Button href="/dashboard/import_products/upload_csv" tone="primary">
          Next
        </Button>
      </div>
      <UnfinishedImports left={left} />
    </div>
  );
}
