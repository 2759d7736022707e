import { countries, regionsOf } from '../../server/addresses/rules';
import { CheckField, RadioField } from '../forms/choice-field';
import { SelectField, TextField } from '../forms/field';
import { TextArea } from '../forms/text-area';
import type { AddressForm } from './use-address-form';
import { type AddressKind, addressWords } from './wording';

interface Props {
  form: AddressForm;
  kind: AddressKind;
}

const COUNTRY_NAMES = { US: 'United States', CA: 'Canada' } as const;
const COUNTRIES = countries.map((country) => ({ value: country, label: COUNTRY_NAMES[country] }));
const DOCKS = [
  { value: 'dock', label: 'Yes' },
  { value: 'no_dock', label: 'No' },
  { value: 'unknown', label: 'Not sure' },
];

const optionsOf = (country: keyof typeof COUNTRY_NAMES) =>
  Object.entries(regionsOf(country)).map(([value, label]) => ({ value, label }));

export const AddressFields = ({ form, kind }: Props) => (
  <>
    <div className="field-row">
      <TextField label="Company" autoComplete="shipping organization" {...form.field('company')} />
      <TextField label="Attention" optional autoComplete="shipping name" {...form.field('attention')} />
    </div>
    <StreetFields form={form} />
    <RegionFields form={form} />
    <TextField label="Phone" type="tel" autoComplete="shipping tel" {...form.field('phone')} />
    <DeliveryFields form={form} kind={kind} />
  </>
);

const StreetFields = ({ form }: Pick<Props, 'form'>) => (
  <>
    <SelectField
      label="Country"
      autoComplete="shipping country"
      options={COUNTRIES}
      {...form.field('country')}
      onChange={(country) => {
        void form.setFieldValue('country', country);
        void form.setFieldValue('region', '');
      }}
    />
    <TextField label="Street address" autoComplete="shipping address-line1" {...form.field('line1')} />
    <TextField
      label="Suite, unit or floor"
      optional
      autoComplete="shipping address-line2"
      {...form.field('line2')}
    />
  </>
);

function RegionFields({ form }: Pick<Props, 'form'>) {
  const isAmerican = form.values.country === 'US';
  return (
    <>
      <TextField label="City" autoComplete="shipping address-level2" {...form.field('city')} />
      <div className="field-row">
        <SelectField
          label={isAmerican ? 'State' : 'Province'}
          autoComplete="shipping address-level1"
          placeholder={isAmerican ? 'Choose a state' : 'Choose a province'}
          options={optionsOf(form.values.country)}
          {...form.field('region')}
        />
        <TextField
          label={isAmerican ? 'ZIP code' : 'Postal code'}
          autoComplete="shipping postal-code"
          {...form.field('postal_code')}
        />
      </div>
    </>
  );
}

function DeliveryFields({ form, kind }: Props) {
  const words = addressWords[kind];
  return (
    <>
      <RadioField
        legend="Loading dock"
        name="dock"
        value={form.values.dock}
        options={DOCKS}
        onChange={(dock) => void form.setFieldValue('dock', dock)}
      />
      <CheckField
        label={words.appointment}
        name="appointment"
        checked={form.values.appointment}
        onChange={(appointment) => void form.setFieldValue('appointment', appointment)}
      />
      <TextField
        label={words.hours}
        optional
        hint="For example, Mon–Fri, 8 AM–4 PM"
        {...form.field('hours')}
      />
      <TextArea label={words.instructions} optional rows={3} most={300} {...form.field('instructions')} />
    </>
  );
}
