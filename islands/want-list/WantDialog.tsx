import { dollars, formatUnits } from '../../server/contract/money';
import type { WantedProduct, WantLine } from '../../server/wants/contract';
import { wantForm } from '../../server/wants/line-form-schema';
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
  update: (changes: object) => Promise<unknown>;
  /** Refuses all proposals. */
  onRefuse: () => Promise<unknown>;
  /** Asks whether the line is to be removed. */
  onRemove: () => void;
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
export function WantDialog({ want, item, update, onRefuse, onRemove, onClose, onChange }: WantDialogProps) {
  const { busy, run } = useAct({ onError: notifyError() });
  const isChoice = want.proposals.length > 0;
  return (
    <FormDialog
      title={`${isChoice ? 'Choose a product for' : 'Edit'} “${item}”`}
      size="medium"
      schema={wantForm}
      initial={{
        product: String(want.proposals[0]?.product_id ?? ''),
        item,
        quantity: want.quantity === null ? '' : String(want.quantity),
        target_cents: want.target_cents,
        ends_on: want.ends_on,
      }}
      confirm={isChoice ? 'Choose Product' : 'Save'}
      onClose={onClose}
      onChange={onChange}
      send={async ({ product, item: entered, quantity, target_cents, ends_on }) => {
        const isOther = Boolean(entered) && entered !== item;
        await update({
          quantity,
          target_cents,
          ...(isOther && { item: entered }),
          ...(ends_on && ends_on !== want.ends_on && { ends_on }),
          ...(product && !isOther && { product_id: Number(product) }),
        });
        return isChoice && !isOther ? 'Product chosen. It is ready to add to your cart.' : 'Line saved.';
      }}
    >
      {(form) => (
        <>
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
          <TextField
            label="UPC, SKU or name"
            autoComplete="off"
            note="If you change it, we look for it again."
            {...form.field('item')}
          />
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
              <Button size="small" busy={busy} onClick={() => void run(onRefuse)}>
                None of These
              </Button>
            )}
            <Button size="small" icon="trash" className="danger" onClick={onRemove}>
              Remove Line
            </Button>
          </div>
        </>
      )}
    </FormDialog>
  );
}
