import { useState } from 'react';
import type { ClaimableLine } from '../../server/claims/contract';
import { type ClaimReason, claimReasonLabels, claimReasons } from '../../server/claims/rules';
import { dollars, formatUnits } from '../../server/contract/money';
import { SelectField } from '../forms/field';
import { QuantityField } from '../forms/number-fields';
import { SearchField } from '../forms/search-field';
import { quantityProblem, type TypedLine } from './claim-draft';

interface Props {
  lines: readonly TypedLine[];
  claimable: readonly ClaimableLine[];
  isTried: boolean;
  onChange: (lines: readonly TypedLine[]) => void;
}

const reasons = claimReasons.map((value) => ({ value, label: claimReasonLabels[value] }));

/** From this many on, items are found by typing. */
const MANY = 12;
const MAX_SHOWN = 40;

/** `Quantity affected` and `What went wrong` per item that can still be claimed. */
export function LineFields({ lines, claimable, isTried, onChange }: Props) {
  const [query, setQuery] = useState('');
  const change = (id: number, changed: Partial<TypedLine>) =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...changed } : line)));
  const byId = new Map(lines.map((line) => [line.id, line]));
  const items = claimable
    .filter(({ quantity }) => quantity > 0n)
    .flatMap((item) => {
      const line = byId.get(item.purchase_order_product_id);
      return line ? [{ item, line }] : [];
    });
  const found = items.filter(({ item, line }) => isFilled(line) || isMatch(item, query));
  const shown = found.filter(({ line }, index) => index < MAX_SHOWN || isFilled(line));
  return (
    <div className="stack">
      {items.length >= MANY && (
        <ItemSearch query={query} onQuery={setQuery} shown={shown.length} of={items.length} />
      )}
      <div className="claim-items">
        {shown.map(({ item, line }) => (
          <Item key={line.id} item={item} line={line} isTried={isTried} onChange={change} />
        ))}
      </div>
    </div>
  );
}

const isFilled = ({ quantity, reason }: TypedLine) => quantity !== '' || reason !== '';

const isMatch = ({ name }: ClaimableLine, query: string) =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word));

interface SearchProps {
  query: string;
  onQuery: (query: string) => void;
  shown: number;
  of: number;
}

const ItemSearch = ({ query, onQuery, shown, of }: SearchProps) => (
  <div className="stack tight">
    <SearchField label="Find an item" name="item_query" value={query} onSearch={onQuery} />
    <p className="muted small" role="status">
      {shown === 0 ? 'No item has this name.' : `Showing ${shown} of ${of} items. What you filled in stays.`}
    </p>
  </div>
);

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
