import { requestReset } from '../../server/accounts/passwords/contract';
import { forgotPasswordForm } from '../../server/accounts/passwords/schema';
import { call } from '../browser/api';
import { visit } from '../browser/navigation';
import { AuthForm } from '../forms/auth-form';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';

export default function ForgotPassword() {
  const form = useForm({
    schema: forgotPasswordForm,
    initial: { email: '' },
    submit: async (user) => {
      await call(requestReset, {}, { user });
      visit('/forgot_password/confirmation');
    },
  });
  return (
    <AuthForm
      title="Forgot Password?"
      lede="We'll email you a link to choose a new password. It should arrive within 5 minutes."
      form={form}
      native={{ action: requestReset.path, root: 'user' }}
      submit="Continue"
      reason="Enter your email to continue."
      links={<a href="/sign_in">Back to Sign In</a>}
    >
      <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
    </AuthForm>
  );
}
