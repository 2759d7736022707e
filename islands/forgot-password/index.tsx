import { forgotPasswordForm, requestReset } from '../../server/accounts/passwords/contract';
import { call } from '../kit/api';
import { AuthForm } from '../kit/auth-form';
import { useForm } from '../kit/form';
import { TextField } from '../kit/text-field';
import { visit } from '../kit/visit';

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
      lede="We send you a link to choose a new one. It should arrive within 5 minutes."
      form={form}
      native={{ action: requestReset.path, root: 'user' }}
      submit="Continue"
      links={<a href="/sign_in">Back to sign in</a>}
    >
      <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
    </AuthForm>
  );
}
