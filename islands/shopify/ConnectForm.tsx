import { shopifyLogin } from '../../server/shopify/contract';
import { connectForm } from '../../server/shopify/schema';
import { call } from '../browser/api';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { Icon } from '../ui/icon';

const TERMS = [
  'You confirm the connection in your Shopify admin. We never see your password.',
  "We can read your Shopify products, but can't change them.",
  'Your products and offers here stay as they are. Disconnect at any time.',
];

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
    <div className="card store-form">
      <form className="form" noValidate onSubmit={form.onSubmit}>
        <TextField
          label="Shop name"
          after=".myshopify.com"
          autoComplete="off"
          hint="For acme.myshopify.com, enter acme."
          {...form.field('shop')}
        />
        {!form.field('shop').error && <FormError>{form.error}</FormError>}
        <div className="button-row">
          <Button type="submit" tone="primary" busy={form.isSubmitting}>
            Connect Store
          </Button>
        </div>
      </form>
      <section className="store-terms" aria-labelledby="store-terms">
        <h2 id="store-terms">What connecting does</h2>
        <ul>
          {TERMS.map((term) => (
            <li key={term}>
              <Icon name="check" />
              {term}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
