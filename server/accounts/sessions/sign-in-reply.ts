import type { Request, Response } from 'express';
import type { RouteDependencies } from '../../http/route';
import type { Services } from '../../services';
import { publicUrl } from '../../storage/keys';
import type { SignedIn } from '../contract';
import { currentUserOf } from '../current-user';
import type { Person } from '../policy';
import { askForCode } from '../security/second-factor';
import { type SignInProof, signIn } from './session';

export const userReply = async (services: Services, person: Person): Promise<SignedIn> => ({
  user: await currentUserOf(services, person, (stored) => publicUrl(stored, 400)),
});

/** Throws 401 `second_factor_required` where the person has a second factor that was not shown. */
export const signInReply =
  ({ services, csrf, returnPath }: RouteDependencies) =>
  async (req: Request, res: Response, userId: number, proof: SignInProof): Promise<SignedIn> => {
    const returnTo = returnPath((req.body as { return_to?: unknown } | undefined)?.return_to);
    const { method, isSecondStep = false } = proof;
    const isAsked = !isSecondStep && (await askForCode(services, req, res, { userId, method, returnTo }));
    // Answered already.
    if (isAsked) return undefined as never;
    const person = await signIn(req, res, services, userId, proof);
    csrf.renew(req, res);
    return userReply(services, person);
  };
