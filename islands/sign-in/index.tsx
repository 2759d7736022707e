import { type ReactNode, useState } from 'react';
import { login, ownPath, type signIn } from '../../server/accounts/contract';
import { signInForm } from '../../server/accounts/schema';
import type { PropsOf } from '../../server/contract/island';
import { ApiError, call } from '../browser/api';
import { AuthForm } from '../forms/auth-form';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { PasswordField } from '../forms/password-field';
import { DemoAccounts } from './DemoAccounts';

export default function SignIn({ returnTo, titled, demoAccounts = [] }: PropsOf<typeof signIn>) {
  const [code, setCode] = useState<ReactNode>(null);
  const enter = async (user: { email: string; password: string }) => {
    try {
      await call(login, {}, { user });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'second_factor_required')) throw error;
      const { secondStep } = await import('../sign-in-code/second-step');
      return setCode(secondStep(error, { returnTo: ownPath(returnTo), titled }));
    }
    // A full page load, because the session changed.
    window.location.assign(ownPath(returnTo));
  };
  const form = useForm({
    schema: signInForm,
    initial: { email: '', password: '' },
    submit: enter,
  });
  if (code) return code;
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
