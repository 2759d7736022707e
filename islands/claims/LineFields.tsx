import {
  type ClaimableLine,
  type ClaimReason,
  claimReasonLabels,
  claimReasons,
} from '../../server/claims/contract';
import { dollars, formatUnits } from '../../server/contract/money';
import { QuantityField } from '../forms/quantity-field';
import { SelectField } from '../forms/text-field';
import { quantityProblem, type TypedLine } from './claim-draft';

interface Props {
  lines: readonly TypedLine[];
  claimable: readonly ClaimableLine[];
  isTried: boolean;
  onChange: (lines: readonly TypedLine[]) => void;
}

const reasons = claimReasons.map((value) => ({ value, label: claimReasonLabels[value] }));

/** `Quantity affected` and `What went wrong` per item that can still be claimed. */
export function LineFields({ lines, claimable, isTried, onChange }: Props) {
  const change = (id: number, changed: Partial<TypedLine>) =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...changed } : line)));
  return (
    <div className="claim-items">
      {claimable.map((item) => {
        const line = lines.find(({ id }) => id === item.purchase_order_product_id);
        return line && item.quantity > 0n ? (
          <Item key={line.id} item={item} line={line} isTried={isTried} onChange={change} />
        ) : null;
      })}
    </div>
  );
}

interface ItemProps {
  item: ClaimableLine;
  line: TypedLine;
  isTried: boolean;
  onChange: (id: number, changed: Partial<TypedLine>) => void;
}

function Item({ item, line, isTried, onChange }: ItemProps) {
  const isChosen = line.quantity !== '' && line.quantity !== '0';
  return (
    <fieldset className="claim-item">
      <legend>
        {item.name}
        <span className="muted small">{`${formatUnits(item.quantity)} at ${dollars(item.unit_cents)}`}</span>
      </legend>
      <QuantityField
        label="Quantity affected"
        name={`quantity_${line.id}`}
        value={line.quantity}
        onValue={(quantity) => onChange(line.id, { quantity })}
        error={quantityProblem(line, item)}
      />
      <SelectField
        label="What went wrong"
        name={`reason_${line.id}`}
        value={line.reason}
        placeholder="Choose"
        options={reasons}
        onChange={(reason) => onChange(line.id, { reason: reason as ClaimReason | '' })}
        error={isTried && isChosen && line.reason === '' && 'Choose what went wrong'}
      />
    </fieldset>
  );
}
