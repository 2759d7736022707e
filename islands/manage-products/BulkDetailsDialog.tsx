import { useEffect, useState } from 'react';
import { type Address, listAddresses } from '../../server/addresses/contract';
import { sellByLabels } from '../../server/contract/case-packs';
import { object, string } from '../../server/contract/fields';
import { counted } from '../../server/contract/money';
import { conditionLabels } from '../../server/contract/product-conditions';
import { type BulkAnswer, type BulkChange, changeProducts } from '../../server/products/manage/contract';
import { call } from '../browser/api';
import { SelectField } from '../forms/field';
import { useForm } from '../forms/form';
import { FormModal } from '../forms/form-modal';
import type { Selection } from './use-selection';

type Detail = 'condition' | 'location_id' | 'sell_by';

const LABELS: Record<Detail, string> = {
  condition: 'Condition',
  location_id: 'Ship from',
  sell_by: 'Sell by',
};

const NOTES: Record<Detail, string> = {
  condition: 'Buyers see it on each product and can filter by it.',
  location_id: 'Buyers see the city and state of the location.',
  sell_by: "Products without a quantity per case won't change.",
};

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const schema = object({
  detail: string().required(),
  value: string().required('Choose an option'),
});

interface Props {
  selection: Selection;
  onClose: () => void;
  onDone: (answer: BulkAnswer) => void;
}

const changeOf = (detail: Detail, value: string) =>
  ({ [detail]: detail === 'location_id' ? Number(value) : value }) as BulkChange;

/** Gives many products one condition, location or way to be sold. */
export function BulkDetailsDialog({ selection, onClose, onDone }: Props) {
  const locations = useLocations();
  const form = useForm({
    schema,
    initial: { detail: 'condition', value: '' },
    submit: async ({ detail, value }) => {
      const body = { ...selection.which(), change: changeOf(detail as Detail, value) };
      onDone(await call(changeProducts, {}, body));
    },
  });
  const detail = form.values.detail as Detail;
  const count = counted(selection.count, 'product');
  const values: Record<Detail, readonly { value: string; label: string }[]> = {
    condition: options(conditionLabels),
    sell_by: options(sellByLabels),
    location_id: locations.map(({ id, company, city, region }) => ({
      value: String(id),
      label: `${company}, ${city}, ${region}`,
    })),
  };
  return (
    <FormModal
      title={`Set details for ${count}`}
      form={form}
      confirm="Save"
      disabled={form.values.value === ''}
      onClose={onClose}
    >
      <SelectField
        label="Detail"
        name="detail"
        options={options(LABELS)}
        value={detail}
        onChange={(next) => void form.setValues({ detail: next, value: '' })}
      />
      <SelectField
        label={LABELS[detail]}
        name="value"
        placeholder="Choose an option"
        options={values[detail]}
        value={form.values.value}
        onChange={(next) => void form.setFieldValue('value', next)}
      />
      <p className="muted">{NOTES[detail]}</p>
    </FormModal>
  );
}

function useLocations(): readonly Address[] {
  const [locations, setLocations] = useState<readonly Address[]>([]);
  useEffect(() => {
    call(listAddresses, {}).then(
      ({ addresses }) => setLocations(addresses),
      () => undefined,
    );
  }, []);
  return locations;
}
