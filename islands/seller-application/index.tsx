import { apply, sellerCategories } from '../../server/accounts/applications/contract';
import { sellerApplicationForm } from '../../server/accounts/applications/schema';
import { call } from '../browser/api';
import { useUnsaved, visit } from '../browser/navigation';
import { AuthForm } from '../forms/auth-form';
import { SelectField, TextField } from '../forms/field';
import { useForm } from '../forms/form';

export default function SellerApplication() {
  const form = useForm({
    schema: sellerApplicationForm,
    initial: { seller_name: '', email: '', seller_category: '' },
    submit: async (profile) => {
      await call(apply, {}, { profile });
      visit('/sign_up/sell/confirmation');
    },
  });
  useUnsaved(form.dirty && !form.isSubmitting);
  return (
    <AuthForm
      title="Become a Seller"
      lede="Get cash for your inventory. We review applications within 24 hours."
      form={form}
      native={{ action: apply.path, root: 'profile' }}
      submit="Apply"
      reason="Fill in all three fields to apply."
      links={<a href="/sign_up/buy">Become a Buyer Instead</a>}
    >
      <TextField label="Brand" autoComplete="organization" {...form.field('seller_name')} />
      <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
      <SelectField
        label="Category"
        placeholder="Choose a category"
        options={sellerCategories.map((name) => ({ value: name, label: name }))}
        {...form.field('seller_category')}
      />
    </AuthForm>
  );
}
