import { type ShippingSettings, updateShippingSettings } from '../../server/sellers/contract';
import { type ShippingInput, shippingForm } from '../../server/sellers/shipping-schema';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { useUnsaved } from '../browser/navigation';
import { CheckField } from '../forms/choice-field';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { SaveBar } from '../forms/save-bar';
import { TermsField } from './TermsField';

interface Props {
  shipping: ShippingSettings;
  hasLocation: boolean;
}

function useShippingForm(shipping: ShippingSettings) {
  const form = useForm<ShippingInput>({
    schema: shippingForm,
    initial: shipping,
    submit: async (values) => {
      const saved = await call(updateShippingSettings, {}, { shipping: values });
      form.resetForm({ values: saved.shipping });
      notify('success', 'Shipping saved.');
    },
  });
  useUnsaved(form.dirty && !form.isSubmitting);
  return form;
}

export function ShippingForm({ shipping, hasLocation }: Props) {
  const form = useShippingForm(shipping);
  const termsError = form.field('terms').error ?? form.errors.terms;
  const hasFieldError = Boolean(termsError || form.field('handling_days').error);
  return (
    <section className="section">
      <div className="section-head">
        <h2>Shipping options</h2>
      </div>
      <form className="form" noValidate onSubmit={form.onSubmit}>
        <p className="muted">Buyers choose one of your options with each offer.</p>
        <TermsField
          value={form.values.terms}
          hasLocation={hasLocation}
          error={termsError}
          onChange={(terms) => void form.setFieldValue('terms', terms)}
        />
        <div className="handling-days">
          <TextField
            label="Ships within"
            inputMode="numeric"
            after="business days"
            {...form.field('handling_days')}
          />
        </div>
        <CheckField
          label="Ship to Canada"
          name="ships_to_canada"
          checked={form.values.ships_to_canada}
          onChange={(ships) => void form.setFieldValue('ships_to_canada', ships)}
        />
        <SaveBar
          form={form}
          error={!hasFieldError && form.error}
          disabled={!form.dirty}
          reason={form.dirty ? '' : 'No changes to save.'}
        >
          Save Shipping
        </SaveBar>
      </form>
    </section>
  );
}
