import { counted } from '../../server/contract/money';
import type { ImportRecord } from '../../server/imports/contract';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';
import {
  differsLine,
  issuesLine,
  keptLine,
  nothingLine,
  type Outcome,
  productLines,
  successLines,
} from './outcome';

interface Props {
  record: ImportRecord;
  outcome: Outcome;
  /** The heading of a field. */
  headingOf: (field: string) => string;
  onClose: () => void;
}

export const Outcomes = ({ record, outcome, headingOf, onClose }: Props) => (
  <>
    <Success record={record} open={outcome === 'success'} onClose={onClose} />
    <Nothing record={record} open={outcome === 'nothing'} onClose={onClose} />
    <Issues record={record} open={outcome === 'issues'} headingOf={headingOf} onClose={onClose} />
  </>
);

interface OutcomeProps {
  record: ImportRecord;
  open: boolean;
  onClose: () => void;
}

const ToProducts = () => (
  <Button tone="primary" href="/dashboard/manage_products">
    Manage Products
  </Button>
);

const Success = ({ record, open, onClose }: OutcomeProps) => (
  <Modal title="Success!" open={open} onClose={onClose} size="small" footer={<ToProducts />}>
    {successLines(record).map((line) => (
      <p key={line}>{line}</p>
    ))}
    {record.rejected_count > 0 && (
      <p className="muted">
        {counted(record.rejected_count, 'row')} could not be imported. See the reasons on the page.
      </p>
    )}
    {record.differs_count > 0 && <p className="muted">{keptLine(record)}</p>}
  </Modal>
);

const Nothing = ({ record, open, onClose }: OutcomeProps) => (
  <Modal
    title="No products imported"
    open={open}
    onClose={onClose}
    size="small"
    footer={<Button onClick={onClose}>Close</Button>}
  >
    <p>{nothingLine(record)}</p>
    {record.differs_count > 0 && <p>{differsLine(record)}</p>}
    <p>
      <a href="/csv_instructions" target="_blank" rel="noopener">
        Detailed Instructions
      </a>
    </p>
  </Modal>
);

const Issues = ({ record, open, headingOf, onClose }: OutcomeProps & Pick<Props, 'headingOf'>) => (
  <Modal title="Imported with Issues" open={open} onClose={onClose} size="large" footer={<ToProducts />}>
    <p className="strong">{issuesLine(record)}</p>
    {record.product_counts && <p className="muted">{productLines(record.product_counts).join(' ')}</p>}
    <ul className="result-list">
      {record.imported_provisional_products.map((product) => (
        <IncompleteProduct key={product.id} headingOf={headingOf} {...product} />
      ))}
    </ul>
  </Modal>
);

const IncompleteProduct = ({
  id,
  name,
  provisional_errors,
  headingOf,
}: ImportRecord['imported_provisional_products'][number] & Pick<Props, 'headingOf'>) => (
  <li>
    <div>
      <b>{name}</b>
      {Object.entries(provisional_errors).map(([field, message]) => (
        <div key={field} className="muted">
          {headingOf(field).replace(/ 1$/, '')}: {message}
        </div>
      ))}
    </div>
    <a href={`/dashboard/edit_product/${id}`} target="_blank" rel="noopener" aria-label={`Edit ${name}`}>
      Edit
    </a>
  </li>
);
