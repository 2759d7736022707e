import type { SecondFactorRequired } from '../../server/accounts/security/contract';
import type { ApiError } from '../browser/api';
import SignInCode from '.';

interface Options {
  returnTo: string;
  titled?: boolean | undefined;
  /** In place of going to `returnTo`. */
  onSignedIn?: () => void;
}

/** The form for the code, in place of what was refused with `second_factor_required`. Loaded by the few who need it. */
export const secondStep = ({ body }: ApiError, options: Options) => (
  <SignInCode {...(body as unknown as SecondFactorRequired).second_factor} {...options} />
);
