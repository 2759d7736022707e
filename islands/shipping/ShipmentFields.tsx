import { formatUnits } from '../../server/contract/money';
import { isCollected } from '../../server/contract/shipping-terms';
import { type ShipmentMode, shipmentModes } from '../../server/orders/rules';
import { modeLabels } from '../../server/shipping/rules';
import { RadioField } from '../forms/choice-field';
import { TextField } from '../forms/field';
import { Button } from '../ui/button';
import { CarrierFields } from './CarrierFields';
import { type LeftLine, type Order, quantityField } from './shipment-values';
import type { ShipmentForm } from './use-shipment-form';

interface Props {
  form: ShipmentForm;
  lines: readonly LeftLine[];
  order: Order;
}

const MODES = shipmentModes.map((mode) => ({ value: mode, label: modeLabels[mode] }));

export const ShipmentFields = ({ form, lines, order }: Props) => (
  <>
    <Destination order={order} />
    <Quantities form={form} lines={lines} />
    <RadioField
      legend="Shipping method"
      name="mode"
      value={form.values.mode}
      options={MODES}
      onChange={(mode) => form.set({ mode: mode as ShipmentMode })}
    />
    {form.values.mode !== 'pickup' && <CarrierFields form={form} terms={order.shipping.terms} />}
    <Counts form={form} />
    <p className="muted small">Save it as packed to print its packing slip before it leaves.</p>
  </>
);

/** What goes on the label. */
function Destination({ order: { shipping } }: Pick<Props, 'order'>) {
  const { ship_to: to, terms, carrier_instructions } = shipping;
  if (isCollected(terms))
    return carrier_instructions ? (
      <p className="panel ship-destination pre-line">
        <b>Picked up by</b> {carrier_instructions}
      </p>
    ) : null;
  if (!to) return null;
  const place = `${to.city}, ${to.region} ${to.postal_code}`;
  return (
    <p className="panel ship-destination">
      <b>Ship to</b> {[to.company, to.attention, to.line1, to.line2, place].filter(Boolean).join(', ')}
    </p>
  );
}

const MIN_LINES_FOR_ALL = 3;

function Quantities({ form, lines }: Omit<Props, 'order'>) {
  const { quantities } = form.values;
  const fill = (textOf: (line: LeftLine) => string) =>
    form.set({ quantities: Object.fromEntries(lines.map((line) => [line.id, textOf(line)])) });
  const isNone = lines.every(({ id }) => (quantities[id] ?? '').trim() === '0');
  const error = form.errors.lines;
  return (
    <fieldset className="fieldset ship-lines">
      <legend>Units in this shipment</legend>
      {lines.length >= MIN_LINES_FOR_ALL && (
        <Button
          tone="link"
          size="small"
          onClick={() => fill(isNone ? ({ left }) => formatUnits(left) : () => '0')}
        >
          {isNone ? 'Select All Units' : 'Clear All Units'}
        </Button>
      )}
      {lines.map(({ id, name, sku, left }) => (
        <TextField
          key={id}
          label={name}
          name={quantityField(id)}
          hint={sku}
          inputMode="numeric"
          after={`of ${formatUnits(left)}`}
          value={quantities[id] ?? ''}
          error={form.errors[quantityField(id)]}
          onChange={(quantity) => form.set({ quantities: { ...quantities, [id]: quantity } })}
        />
      ))}
      {error && (
        <span className="error" role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}

const COUNTS = [
  ['cartons', 'Cartons'],
  ['pallets', 'Pallets'],
  ['weight_lb', 'Weight (lb)'],
] as const;

const Counts = ({ form }: { form: ShipmentForm }) => (
  <div className="field-row">
    {COUNTS.map(([name, label]) => (
      <TextField
        key={name}
        label={label}
        name={name}
        optional
        inputMode="numeric"
        value={form.values[name]}
        error={form.errors[name]}
        onChange={(count) => form.set({ [name]: count })}
      />
    ))}
  </div>
);
