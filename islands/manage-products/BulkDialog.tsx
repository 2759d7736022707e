import { object, string } from '../../server/contract/fields';
import { counted } from '../../server/contract/money';
import { type BulkAnswer, type BulkChange, changeProducts } from '../../server/products/manage/contract';
import { call } from '../browser/api';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { FormModal } from '../forms/form-modal';
import { type AmountField, readAmount } from './amount';
import type { Selection } from './use-selection';

// Loaded together: a second late file would be one more script of the page.
export { BulkDetailsDialog } from './BulkDetailsDialog';

export type BulkKind = 'price' | 'units' | 'delete';

const FIELDS: Record<BulkKind, AmountField | null> = {
  price: 'seller_price_cents',
  units: 'units',
  delete: null,
};

/** The products' own MSRPs and minimums are checked by the server, one by one. */
const NO_LIMITS = { msrp_cents: null, min_order_units: null };

/** The amount as typed. */
const amountForm = (field: AmountField) =>
  object({
    amount: string()
      .defined()
      .test('amount', (typed, { createError }) => {
        const read = readAmount(field, typed, NO_LIMITS);
        return 'amount' in read || createError({ message: read.fault });
      }),
  });

const FORMS: Record<BulkKind, ReturnType<typeof amountForm>> = {
  price: amountForm('seller_price_cents'),
  units: amountForm('units'),
  delete: object({ amount: string().defined() }),
};

const TITLES: Record<BulkKind, (count: number) => string> = {
  price: (count) => `Set asking price for ${counted(count, 'product')}`,
  units: (count) => `Set units for ${counted(count, 'product')}`,
  delete: (count) => `Delete ${counted(count, 'product')}?`,
};

const CONSEQUENCES: Record<BulkKind, string> = {
  price: "Products with a lower MSRP won't change.",
  units: 'This replaces the current units of each product.',
  delete: 'They will be removed from your storefront. Products in an open offer or order will stay.',
};

interface Props {
  kind: BulkKind;
  selection: Selection;
  onClose: () => void;
  onDone: (answer: BulkAnswer) => void;
}

function changeOf(field: AmountField | null, typed: string): BulkChange {
  if (field === null) return { delete: true };
  const read = readAmount(field, typed, NO_LIMITS);
  if ('fault' in read) throw new RangeError(read.fault);
  return { [field]: read.amount };
}

function useBulkForm({ kind, selection, onDone }: Props) {
  const field = FIELDS[kind];
  return useForm({
    schema: FORMS[kind],
    initial: { amount: '' },
    submit: async ({ amount }) => {
      const body = { ...selection.which(), change: changeOf(field, amount) };
      onDone(await call(changeProducts, {}, body));
    },
  });
}

export function BulkDialog(props: Props) {
  const { kind, selection, onClose } = props;
  const form = useBulkForm(props);
  const field = FIELDS[kind];
  const { amount } = form.values;
  return (
    <FormModal
      title={TITLES[kind](selection.count)}
      form={form}
      confirm={kind === 'delete' ? 'Delete' : 'Save'}
      danger={kind === 'delete'}
      disabled={form.errors.amount !== undefined}
      onClose={onClose}
    >
      {field && (
        <TextField
          label={kind === 'price' ? 'Asking price' : 'Units'}
          name={field}
          inputMode={kind === 'price' ? 'decimal' : 'numeric'}
          before={kind === 'price' ? '$' : undefined}
          autoComplete="off"
          autoFocus
          value={amount}
          error={amount !== '' && form.errors.amount}
          onChange={(text) => void form.setFieldValue('amount', text)}
        />
      )}
      <p className="muted">{CONSEQUENCES[kind]}</p>
    </FormModal>
  );
}
