import { type ReactNode, useState } from 'react';
import type { SecondFactorRequired } from '../../server/accounts/security/contract';
import { ApiError } from '../browser/api';
import { useLateComponent } from '../browser/use-late-component';

type Pending = SecondFactorRequired['second_factor'];

const pendingOf = (error: unknown): Pending | null =>
  error instanceof ApiError && error.code === 'second_factor_required'
    ? (error.body as unknown as SecondFactorRequired).second_factor
    : null;

interface SecondStep {
  /** Runs what signs in. False where a code is still to come, which `form` then asks for. */
  enter: (signIn: () => Promise<unknown>) => Promise<boolean>;
  form: ReactNode;
}

/** For what signs in: people with two-step verification enter a code in its place. */
export function useSecondStep(returnTo: string, titled?: boolean): SecondStep {
  const [pending, setPending] = useState<Pending | null>(null);
  const SignInCode = useLateComponent({
    wanted: pending !== null,
    load: () => import('.').then((loaded) => loaded.default),
    onFailure: () => setPending(null),
  });

  async function enter(signIn: () => Promise<unknown>) {
    try {
      await signIn();
      return true;
    } catch (error) {
      const required = pendingOf(error);
      if (!required) throw error;
      setPending(required);
      return false;
    }
  }

  const form = pending && SignInCode && <SignInCode {...pending} returnTo={returnTo} titled={titled} />;
  return { enter, form };
}
