import { type createPassword, updateMe } from '../../server/accounts/passwords/contract';
import { newPasswordForm } from '../../server/accounts/passwords/schema';
import type { PropsOf } from '../../server/contract/island';
import { call } from '../browser/api';
import { AuthForm } from '../forms/auth-form';
import { useForm } from '../forms/form';
import { PasswordPair } from '../forms/password-field';

export default function CreatePassword({ kind = 'buyer', email = '' }: PropsOf<typeof createPassword>) {
  const form = useForm({
    schema: newPasswordForm,
    initial: { password: '', confirm_password: '' },
    submit: async (passwords) => {
      await call(updateMe, {}, { user: { ...passwords, status: 'password_created' } });
      window.location.assign('/');
    },
  });
  // A refused password is said at its field.
  const fieldError = form.field('password').error;
  return (
    <AuthForm
      title="Create a Password"
      lede={`For ${email}. ${kind === 'seller' ? 'Next, set up your storefront.' : 'Next, start browsing the marketplace.'}`}
      form={{ ...form, error: fieldError === form.error ? null : form.error }}
      native={{
        action: updateMe.path,
        root: 'user',
        method: 'put',
        fields: { status: 'password_created' },
      }}
      submit="Continue"
      reason="Enter the same password twice to continue."
    >
      {/* Lets password managers store the email with the password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordPair password={form.values.password} field={form.field} />
    </AuthForm>
  );
}
