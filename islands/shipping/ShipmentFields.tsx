import { formatUnits } from '../../server/contract/money';
import type { ShippingTerms } from '../../server/contract/shipping-terms';
import { carriers, type ShipmentMode, shipmentModes } from '../../server/orders/fulfilment-contract';
import { carrierLabels, modeLabels } from '../../server/shipping/contract';
import { RadioField } from '../forms/choice-field';
import { SelectField, TextArea, TextField } from '../forms/text-field';
import type { LeftLine } from './shipment-values';
import type { ShipmentForm } from './use-shipment-form';

interface Props {
  form: ShipmentForm;
  lines: readonly LeftLine[];
  terms: ShippingTerms;
}

const CARRIERS = carriers.map((carrier) => ({ value: carrier, label: carrierLabels[carrier] }));
const MODES = shipmentModes.map((mode) => ({ value: mode, label: modeLabels[mode] }));

export const ShipmentFields = ({ form, lines, terms }: Props) => (
  <>
    <Quantities form={form} lines={lines} />
    <RadioField
      legend="Shipping method"
      name="mode"
      value={form.values.mode}
      options={MODES}
      onChange={(mode) => form.set({ mode: mode as ShipmentMode })}
    />
    {form.values.mode !== 'pickup' && <CarrierFields form={form} isOptional={terms === 'buyer_carrier'} />}
    <Counts form={form} />
  </>
);

function Quantities({ form, lines }: Omit<Props, 'terms'>) {
  const { quantities } = form.values;
  return (
    <fieldset className="fieldset stack tight">
      <legend>Units in this shipment</legend>
      {lines.map(({ id, name, left }) => (
        <TextField
          key={id}
          label={name}
          name={`quantity-${id}`}
          inputMode="numeric"
          after={`of ${formatUnits(left)} left`}
          value={quantities[id] ?? ''}
          onChange={(quantity) => form.set({ quantities: { ...quantities, [id]: quantity } })}
        />
      ))}
      {(form.errors.lines ?? form.errors.quantity) && (
        <span className="error" role="alert">
          {form.errors.lines ?? form.errors.quantity}
        </span>
      )}
    </fieldset>
  );
}

const CarrierFields = ({ form, isOptional }: { form: ShipmentForm; isOptional: boolean }) => (
  <>
    <div className="field-row">
      <SelectField
        label="Carrier"
        name="carrier"
        placeholder="Choose a carrier"
        options={CARRIERS}
        value={form.values.carrier}
        error={form.errors.carrier}
        onChange={(carrier) => form.set({ carrier: carrier as typeof form.values.carrier })}
      />
      {form.values.carrier === 'other' && (
        <TextField
          label="Carrier name"
          name="carrier_name"
          value={form.values.carrier_name}
          error={form.errors.carrier_name}
          onChange={(carrier_name) => form.set({ carrier_name })}
        />
      )}
    </div>
    <TextArea
      label="Tracking numbers"
      name="tracking"
      optional={isOptional || form.values.mode === 'truckload'}
      rows={3}
      hint="One per line. Paste a list of up to 50."
      value={form.values.tracking}
      error={form.errors.tracking_numbers}
      onChange={(tracking) => form.set({ tracking })}
    />
  </>
);

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
