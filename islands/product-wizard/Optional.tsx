import { sellByLabels } from '../../server/contract/case-packs';
import { packagingLabels } from '../../server/contract/categories';
import { formatUnits } from '../../server/contract/money';
import { conditionLabels } from '../../server/contract/product-conditions';
import { genders } from '../../server/products/contract';
import type { WizardLocation } from '../../server/products/manage/contract';
import { ABOVE_UNITS, BELOW_ZERO } from '../../server/products/rules';
import { SelectField, TextField } from '../forms/field';
import { QuantityField } from '../forms/number-fields';
import { Button } from '../ui/button';
import { Notice } from '../ui/feedback';
import type { StepForm } from './use-step';

interface Props {
  form: StepForm;
}

const AT_ONCE = new Set([ABOVE_UNITS, BELOW_ZERO]);

interface QuantityProps extends Props {
  /** Whether the product can be listed without units. */
  isSkippable: boolean;
}

export function Quantity({ form, isSkippable }: QuantityProps) {
  const minimum = form.quantity('min_order_units');
  const units = form.quantity('units');
  const wrong = form.errors.min_order_units;
  return (
    <>
      <div className="field-row">
        <QuantityField
          label="Units"
          hint="How many units you have to sell."
          {...units}
          error={units.value !== '' ? form.errors.units : units.error}
        />
        <QuantityField
          label="Minimum order"
          optional
          hint="The fewest units a buyer can order."
          {...minimum}
          error={wrong && AT_ONCE.has(wrong) ? wrong : minimum.error}
        />
      </div>
      <dl className="totals" aria-live="polite">
        <div>
          <dt>Buyers see</dt>
          <dd>{stockText(units.value, minimum.value)}</dd>
        </div>
      </dl>
      {isSkippable && (
        <Notice tone="accent">
          Don't know the quantity yet? Skip this step. Buyers see “TBD” (units to be confirmed) and can order
          once you enter it.
        </Notice>
      )}
    </>
  );
}

/** As on the product's card; a dash until a number is entered. */
function stockText(units: string, minimum: string): string {
  if (!/^\d+$/.test(units) || units === '0') return '–';
  const least = /^\d+$/.test(minimum) && minimum !== '0' ? ` · Min. ${formatUnits(BigInt(minimum))}` : '';
  return `${formatUnits(BigInt(units))} ${units === '1' ? 'unit' : 'units'}${least}`;
}

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const Details = ({ form }: Props) => (
  <>
    <SelectField
      label="Condition"
      optional
      hint="Buyers filter by it."
      options={options(conditionLabels)}
      placeholder="Not stated"
      {...form.field('condition')}
    />
    <div className="field-row">
      <SelectField label="Gender" options={options(genders)} {...form.field('gender')} />
      <TextField label="Seller size" optional {...form.field('seller_size')} />
      <TextField
        label="Expiration date"
        optional
        hint="Month and year, as MM/YYYY."
        inputMode="numeric"
        placeholder="MM/YYYY"
        {...form.field('expiration_date')}
      />
    </div>
  </>
);

/** Shows the error of an unchanged stored value at once: it disables Next. */
const untouchedError = (form: StepForm, name: string) =>
  form.values[name] !== '' && form.values[name] === form.initialValues[name]
    ? form.errors[name]
    : form.field(name).error;

const inches = { inputMode: 'decimal', after: 'in', optional: true } as const;

interface DimensionsProps extends Props {
  locations: readonly WizardLocation[];
}

export const Dimensions = ({ form, locations }: DimensionsProps) => (
  <>
    <div className="field-row">
      <TextField label="Length" {...inches} {...form.field('length')} />
      <TextField label="Width" {...inches} {...form.field('width')} />
      <TextField label="Height" {...inches} {...form.field('height')} />
    </div>
    <div className="field-row">
      <TextField
        label="Weight"
        optional
        inputMode="decimal"
        {...form.field('weight')}
        error={untouchedError(form, 'weight')}
      />
      <SelectField
        label="Weight unit"
        options={options({ lbs: 'lbs', oz: 'oz' })}
        {...form.field('weight_unit')}
      />
    </div>
    {locations.length > 1 && (
      <SelectField
        label="Ships from"
        options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
        placeholder={`Default location: ${locations.find((location) => location.default)?.name ?? ''}`}
        {...form.field('location_id')}
      />
    )}
  </>
);

export function Packaging({ form }: Props) {
  const outer = outerOf(String(form.values.inner_quantity ?? ''), String(form.values.inner_count ?? ''));
  return (
    <>
      <SelectField
        label="Packaging type"
        options={options(packagingLabels)}
        {...form.field('packaging_type')}
      />
      <div className="field-row">
        <QuantityField
          label="Inner quantity"
          optional
          hint="Units per inner pack."
          {...form.quantity('inner_quantity')}
        />
        <QuantityField
          label="Number of inners"
          optional
          hint="Inner packs per carton."
          {...form.quantity('inner_count')}
        />
        <QuantityField
          label="Outer quantity"
          optional
          hint="Units per carton."
          {...form.quantity('outer_quantity')}
          error={untouchedError(form, 'outer_quantity')}
        />
      </div>
      {outer !== null && outer !== form.values.outer_quantity && (
        <p className="small muted">
          The inner packs total {formatUnits(BigInt(outer))}.{' '}
          <Button size="small" tone="link" onClick={() => void form.setFieldValue('outer_quantity', outer)}>
            Use Total
          </Button>
        </p>
      )}
      <SelectField
        label="Sell by"
        hint="Buyers order full cases, or all units that are left."
        options={options(sellByLabels)}
        {...form.field('sell_by')}
        error={form.errors.sell_by}
      />
    </>
  );
}

/** Inner packs × units in each; null while either is missing. */
export function outerOf(innerQuantity: string, innerCount: string): string | null {
  if (!/^\d+$/.test(innerQuantity) || !/^\d+$/.test(innerCount)) return null;
  const outer = BigInt(innerQuantity) * BigInt(innerCount);
  return outer > 0n && outer <= 9_000_000_000_000_000_000n ? String(outer) : null;
}
