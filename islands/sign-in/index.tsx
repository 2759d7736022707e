import { login, ownPath, type signIn } from '../../server/accounts/contract';
import { signInForm } from '../../server/accounts/schema';
import type { PropsOf } from '../../server/contract/island';
import { call } from '../browser/api';
import { AuthForm } from '../forms/auth-form';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { PasswordField } from '../forms/password-field';
import { useSecondStep } from '../sign-in-code/use-second-step';
import { DemoAccounts } from './DemoAccounts';

export default function SignIn({ returnTo, titled, demoAccounts = [] }: PropsOf<typeof signIn>) {
  const secondStep = useSecondStep(ownPath(returnTo), titled);
  const enter = async (user: { email: string; password: string }) => {
    const isSignedIn = await secondStep.enter(() => call(login, {}, { user }));
    // A full page load, because the session changed.
    if (isSignedIn) window.location.assign(ownPath(returnTo));
  };
  const form = useForm({
    schema: signInForm,
    initial: { email: '', password: '' },
    submit: enter,
  });
  if (secondStep.form) return secondStep.form;
  return (
    <AuthForm
      title="Sign In"
      lede={ownPath(returnTo) === '/' ? 'Welcome back.' : 'Sign in to continue.'}
      titled={titled}
      form={form}
      native={{ action: login.path, root: 'user', fields: { return_to: ownPath(returnTo) } }}
      submit="Continue"
      reason="Enter your email and password to continue."
      other={
        demoAccounts.length > 0 && (
          <DemoAccounts accounts={demoAccounts} returnTo={ownPath(returnTo)} enter={enter} />
        )
      }
      links={
        <>
          <a href="/sign_up">Create account</a>
          <a href="/sign_up/buy">Become a Buyer</a>
          <a href="/sign_up/sell">Become a Seller</a>
        </>
      }
    >
      <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
      <a className="small" href="/forgot_password">
        Forgot Password?
      </a>
    </AuthForm>
  );
}
