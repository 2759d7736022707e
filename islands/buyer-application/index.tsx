import { apply, buyerCategories } from '../../server/accounts/applications/contract';
import { buyerApplicationForm } from '../../server/accounts/applications/schema';
import { call } from '../browser/api';
import { useUnsaved, visit } from '../browser/navigation';
import { AuthForm } from '../forms/auth-form';
import { SelectField, TextField } from '../forms/field';
import { useForm } from '../forms/form';

export default function BuyerApplication() {
  const form = useForm({
    schema: buyerApplicationForm,
    initial: { full_name: '', email: '', buyer_name: '', buyer_category: '' },
    submit: async (profile) => {
      await call(apply, {}, { profile });
      visit('/sign_up/buy/confirmation');
    },
  });
  useUnsaved(form.dirty && !form.isSubmitting);
  return (
    <AuthForm
      title="Become a Buyer"
      lede="Tell us about your business. We'll email you within 24 hours."
      form={form}
      native={{ action: apply.path, root: 'profile' }}
      submit="Apply"
      reason="Fill in all four fields to apply."
      links={<a href="/sign_up/sell">Become a Seller Instead</a>}
    >
      <TextField label="Full name" autoComplete="name" {...form.field('full_name')} />
      <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
      <TextField label="Company" autoComplete="organization" {...form.field('buyer_name')} />
      <SelectField
        label="Category"
        placeholder="Choose a category"
        options={buyerCategories.map((name) => ({ value: name, label: name }))}
        {...form.field('buyer_category')}
      />
    </AuthForm>
  );
}
