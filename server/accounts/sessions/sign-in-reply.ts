import type { Request, Response } from 'express';
import type { RouteDependencies } from '../../http/route';
import type { Services } from '../../services';
import { publicUrl } from '../../storage/keys';
import type { SignedIn } from '../contract';
import { currentUserOf } from '../current-user';
import type { Person } from '../policy';
import { type SignInProof, signIn } from './session';

export const userReply = async (services: Services, person: Person): Promise<SignedIn> => ({
  user: await currentUserOf(services, person, (stored) => publicUrl(stored, 400)),
});

export const signInReply =
  ({ services, csrf }: RouteDependencies) =>
  async (req: Request, res: Response, userId: number, proof: SignInProof): Promise<SignedIn> => {
    const person = await signIn(req, res, services, userId, proof);
    csrf.renew(req, res);
    return userReply(services, person);
  };
