import { login, signInForm } from '../../server/accounts/contract';
import { call } from '../kit/api';
import { Button } from '../kit/button';
import { PasswordField, TextField } from '../kit/field';
import { useForm } from '../kit/form';

interface Props {
  returnTo: string | null;
}

/** Own paths only: nobody is sent elsewhere by an address that somebody else made up. */
const ownPath = (path: string | null | undefined) => (path && /^\/(?![/\\])/.test(path) ? path : '/');

export default function SignIn({ returnTo }: Partial<Props>) {
  const form = useForm({
    schema: signInForm,
    initial: { email: '', password: '' },
    submit: async (user) => {
      await call(login, {}, { user });
      // A new session: the page begins anew with it.
      window.location.assign(ownPath(returnTo));
    },
  });
  return (
    <div className="auth">
      <div className="auth-card">
        <div>
          <h1>Sign in</h1>
          <p>Welcome back.</p>
        </div>
        <form className="form" noValidate onSubmit={form.onSubmit}>
          <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
          <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
          <a className="small" href="/forgot_password">
            Forgot Password?
          </a>
          {form.error && (
            <p className="form-error" role="alert">
              {form.error}
            </p>
          )}
          <Button type="submit" tone="primary" block busy={form.isSubmitting} disabled={!form.ready}>
            Continue
          </Button>
        </form>
        <p className="auth-links">
          <a href="/sign_up">Create account</a>
          <a href="/sign_up/buy">Become a Buyer</a>
          <a href="/sign_up/sell">Become a Seller</a>
        </p>
      </div>
    </div>
  );
}
