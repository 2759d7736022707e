import { isCollected, type ShippingTerms } from '../../server/contract/shipping-terms';
import { carriers } from '../../server/orders/rules';
import { carrierLabels } from '../../server/shipping/rules';
import { SelectField, TextField } from '../forms/field';
import { TextArea } from '../forms/text-area';
import type { ShipmentForm } from './use-shipment-form';

const CARRIERS = carriers.map((carrier) => ({ value: carrier, label: carrierLabels[carrier] }));

interface Props {
  form: ShipmentForm;
  terms: ShippingTerms;
}

export const CarrierFields = ({ form, terms }: Props) => (
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
      optional={isCollected(terms) || form.values.mode === 'truckload'}
      rows={3}
      hint="One per line. Paste a list of up to 50."
      value={form.values.tracking}
      error={form.errors.tracking_numbers}
      onChange={(tracking) => form.set({ tracking })}
    />
  </>
);
