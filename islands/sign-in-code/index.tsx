import { useState } from 'react';
import { ownPath } from '../../server/accounts/contract';
import {
  loginBySecondFactor,
  type ProofMethod,
  type signInCode,
} from '../../server/accounts/security/contract';
import { proofForm } from '../../server/accounts/security/schema';
import type { PropsOf } from '../../server/contract/island';
import { ApiError, call } from '../browser/api';
import { AuthForm } from '../forms/auth-form';
import { useForm } from '../forms/form';
import { OtherProof, ProofField } from '../forms/proof-field';

type Props = PropsOf<typeof signInCode> & { onSignedIn?: () => void };

/** The second step of a sign-in, on its page or in place of the first one. */
export default function SignInCode({ methods = ['code', 'recovery_code'], ...props }: Props) {
  const [method, setMethod] = useState<ProofMethod>(methods[0] ?? 'code');
  return <CodeForm key={method} {...props} method={method} onOther={setMethod} />;
}

interface FormProps extends Omit<Props, 'methods'> {
  method: ProofMethod;
  onOther: (method: ProofMethod) => void;
}

const isOver = (error: unknown) => error instanceof ApiError && error.code === 'second_factor_expired';

function CodeForm({ token, returnTo, titled, onSignedIn, method, onOther }: FormProps) {
  const [isExpired, setExpired] = useState(false);
  const address = ownPath(returnTo);
  const form = useForm({
    schema: proofForm(method),
    initial: { [method]: '' },
    submit: async (proof) => {
      try {
        await call(loginBySecondFactor, {}, { ...(token && { token }), ...proof });
      } catch (error) {
        setExpired(isOver(error));
        throw error;
      }
      if (onSignedIn) return onSignedIn();
      // A full page load, because the session changed.
      window.location.assign(address);
    },
  });
  const signIn = address === '/' ? '/sign_in' : `/sign_in?return_to=${encodeURIComponent(address)}`;
  return (
    <AuthForm
      title="Enter Your Code"
      lede="Your account has two-step verification."
      titled={titled}
      form={form}
      native={{ action: loginBySecondFactor.path, root: 'user', fields: { return_to: address } }}
      submit="Continue"
      reason={method === 'code' ? 'Enter the 6 digits to continue.' : 'Enter a recovery code to continue.'}
      links={
        <a href={signIn} data-turbo="false">
          {isExpired ? 'Sign In Again' : 'Back to Sign In'}
        </a>
      }
    >
      <ProofField method={method} {...form.field(method)} autoFocus />
      <OtherProof method={method} onOther={onOther} />
      {method === 'recovery_code' && (
        <p className="muted small">
          No recovery codes either? <a href="/contact_us">Contact us</a>.
        </p>
      )}
    </AuthForm>
  );
}
