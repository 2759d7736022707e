import { UPC_TAKEN } from '../../server/products/form-contract';
import { TextField } from '../forms/text-field';
import { Icon } from '../ui/icon';
import type { StepForm } from './use-step';
import type { UpcState } from './use-upc';

const HINT = '8 to 14 digits, leading zeros kept.';
const HINTS: Partial<Record<UpcState, string>> = {
  unchecked: 'It could not be checked just now. You can go on: it is checked when you save.',
};

/** Name and codes. A UPC already in use shows its error while typing. */
export function Identifiers({ form, upc }: { form: StepForm; upc: UpcState }) {
  const field = form.field('upc');
  return (
    <>
      <TextField label="Name" {...form.field('name')} />
      <TextField
        label="UPC"
        inputMode="numeric"
        autoComplete="off"
        hint={HINTS[upc] ?? HINT}
        {...field}
        error={upc === 'taken' ? UPC_TAKEN : field.error}
        after={
          upc !== 'checking' && upc !== 'free' ? undefined : (
            <span className="affix" role="status">
              {upc === 'checking' ? (
                <>
                  <span className="spinner" aria-hidden="true" />
                  <span className="visually-hidden">Checking the UPC</span>
                </>
              ) : (
                <>
                  <Icon name="check" />
                  <span className="visually-hidden">This UPC is free</span>
                </>
              )}
            </span>
          )
        }
      />
      <div className="field-row">
        <TextField label="SKU" optional {...form.field('sku')} />
        <TextField label="ASIN" optional {...form.field('asin')} />
        <TextField label="Style number" optional {...form.field('style_number')} />
      </div>
    </>
  );
}
