import { dollars, formatUnits } from '../../server/contract/money';
import type { WantedProduct, WantLine } from '../../server/wants/contract';
import { wantForm } from '../../server/wants/line-form-schema';
import { notify } from '../browser/alerts';
import { notifyError, useAct } from '../browser/use-act';
import { RadioCards } from '../forms/choice-field';
import { TextField } from '../forms/field';
import { FormDialog } from '../forms/form-dialog';
import { MoneyField, QuantityField } from '../forms/number-fields';
import { Button } from '../ui/button';

export interface WantDialogProps {
  want: WantLine;
  /** What the line is called. */
  item: string;
  update: (changes: object) => Promise<{ want: WantLine }>;
  remove: () => Promise<unknown>;
  onClose: () => void;
  onChange: () => Promise<unknown>;
}

const factsOf = ({ seller_name, asking_cents, units }: WantedProduct) =>
  [
    seller_name,
    ...(asking_cents === null ? [] : [`asking ${dollars(asking_cents)}`]),
    ...(units === null ? [] : [`${formatUnits(units)} available`]),
  ].join(' · ');

/** Changes a line, takes one of its proposals, or removes it. */
export function WantDialog({ want, item, update, remove, onClose, onChange }: WantDialogProps) {
  const { busy, run } = useAct({ onError: notifyError() });
  const isNameless = !want.upc && !want.sku && !want.name;
  // Item and quantity are asked for first.
  const mayDropPrice = !isNameless && want.quantity !== null;
  const isChoice = want.proposals.length > 0;
  const act = (work: () => Promise<unknown>, done: string) =>
    run(async () => {
      await work();
      onClose();
      notify('success', done);
      await onChange();
    });
  return (
    <FormDialog
      title={`${want.problem ? 'Fix' : isChoice ? 'Choose a product for' : 'Edit'} “${item}”`}
      size="medium"
      schema={wantForm}
      initial={{
        product: String(want.proposals[0]?.product_id ?? ''),
        item: '',
        quantity: want.quantity === null ? '' : String(want.quantity),
        target_cents: want.target_cents,
        ends_on: want.problem ? '' : want.ends_on,
      }}
      confirm={isChoice ? 'Choose Product' : 'Save'}
      onClose={onClose}
      onChange={onChange}
      send={async ({ product, item: entered, quantity, target_cents, ends_on }) => {
        const { want: saved } = await update({
          quantity,
          // A faulty price is not dropped by what fixes another fault.
          ...((mayDropPrice || target_cents !== want.target_cents) && { target_cents }),
          ...(entered && { item: entered }),
          ...(ends_on && { ends_on }),
          ...(product && { product_id: Number(product) }),
        });
        if (saved.problem) return `Line saved. ${saved.problem}.`;
        return isChoice ? 'Product chosen. It is ready to add to your cart.' : 'Line saved.';
      }}
    >
      {(form) => (
        <>
          {want.problem && <p className="error">{want.problem}</p>}
          {isNameless && <TextField label="UPC, SKU or name" autoComplete="off" {...form.field('item')} />}
          {isChoice && (
            <RadioCards
              legend="Which one do you want?"
              name="product"
              value={form.values.product ?? ''}
              onChange={(product) => void form.setFieldValue('product', product)}
              options={want.proposals.map((proposal) => ({
                value: String(proposal.product_id),
                label: proposal.name,
                hint: factsOf(proposal),
              }))}
            />
          )}
          <QuantityField
            label="Quantity"
            name="quantity"
            value={form.values.quantity ?? ''}
            onValue={(quantity) => void form.setFieldValue('quantity', quantity)}
            error={form.field('quantity').error}
          />
          <MoneyField
            label="Target price"
            name="target_cents"
            optional
            cents={form.values.target_cents as WantLine['target_cents']}
            onCents={(cents) => void form.setFieldValue('target_cents', cents)}
            error={form.field('target_cents').error}
          />
          <TextField label="Watch until" type="date" {...form.field('ends_on')} />
          <div className="row">
            {isChoice && (
              <Button
                size="small"
                busy={busy}
                onClick={() => void act(() => update({ product_id: null }), 'We keep watching for it.')}
              >
                None of These
              </Button>
            )}
            <Button
              size="small"
              icon="trash"
              className="danger"
              busy={busy}
              onClick={() => void act(() => remove(), 'Line removed.')}
            >
              Remove Line
            </Button>
          </div>
        </>
      )}
    </FormDialog>
  );
}
