import { shopifyLogin } from '../../server/shopify/contract';
import { connectForm } from '../../server/shopify/schema';
import { call } from '../browser/api';
import { useForm } from '../forms/form';
import { TextField } from '../forms/text-field';
import { Button } from '../ui/button';

/** Redirects to the store, where its owner confirms the connection. */
export function ConnectForm() {
  const form = useForm({
    schema: connectForm,
    initial: { shop: '' },
    submit: async ({ shop }) => {
      const { shopify_login_url } = await call(shopifyLogin, {}, undefined, { shop });
      window.location.assign(shopify_login_url);
    },
  });
  return (
    <form className="form profile-form" noValidate onSubmit={form.onSubmit}>
      <TextField
        label="Shop name"
        after=".myshopify.com"
        autoComplete="off"
        hint="The name in your Shopify admin URL."
        {...form.field('shop')}
      />
      {form.error && !form.field('shop').error && (
        <p className="form-error" role="alert">
          {form.error}
        </p>
      )}
      <div className="button-row">
        <Button
          type="submit"
          tone="primary"
          busy={form.isSubmitting}
          disabled={!form.ready && !form.isSubmitting}
          reason="Enter your shop name."
        >
          Connect Store
        </Button>
      </div>
    </form>
  );
}
