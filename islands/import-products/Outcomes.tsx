import { formatUnits } from '../../server/contract/money';
import { headingOf } from '../../server/imports/columns-contract';
import type { ImportRecord } from '../../server/imports/contract';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';
import { issuesLine, nothingLine, type Outcome, successLines } from './outcome';

interface Props {
  record: ImportRecord;
  outcome: Outcome;
  onClose: () => void;
}

const ToProducts = () => (
  <Button tone="primary" href="/dashboard/manage_products">
    Manage Products
  </Button>
);

export function Outcomes({ record, outcome, onClose }: Props) {
  return (
    <>
      <Modal
        title="Success!"
        open={outcome === 'success'}
        onClose={onClose}
        size="small"
        footer={<ToProducts />}
      >
        {successLines(record).map((line) => (
          <p key={line}>{line}</p>
        ))}
        {record.rejected_count > 0 && (
          <p className="muted">
            {formatUnits(record.rejected_count)} {record.rejected_count === 1 ? 'row' : 'rows'} could not be
            imported: the page says why.
          </p>
        )}
      </Modal>
      <Modal
        title="No products imported"
        open={outcome === 'nothing'}
        onClose={onClose}
        size="small"
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <p>{nothingLine(record)}</p>
        <p>
          <a href="/csv_instructions" target="_blank" rel="noopener">
            Detailed instructions
          </a>
        </p>
      </Modal>
      <Modal
        title="Imported with Issues"
        open={outcome === 'issues'}
        onClose={onClose}
        size="large"
        footer={<ToProducts />}
      >
        <p className="strong">{issuesLine(record)}</p>
        <ul className="result-list">
          {record.imported_provisional_products.map(({ id, name, provisional_errors }) => (
            <li key={id}>
              <div>
                <b>{name}</b>
                {Object.entries(provisional_errors).map(([field, message]) => (
                  <div key={field} className="muted">
                    {headingOf(field).replace(/ 1$/, '')}: {message}
                  </div>
                ))}
              </div>
              <a
                href={`/dashboard/edit_product/${id}`}
                target="_blank"
                rel="noopener"
                aria-label={`Edit ${name}`}
              >
                Edit
              </a>
            </li>
          ))}
        </ul>
      </Modal>
    </>
  );
}
