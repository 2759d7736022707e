import type { Request } from 'express';

/** Who asks, as far as the kit knows: the domains say what they may do. */
export interface Identity {
  /** The user's id. */
  readonly id: number;
  /** What ends with the sign-out: the session's or the bearer token's own key. */
  readonly sessionKey: string;
  readonly via: 'cookie' | 'bearer';
}

/** A policy: a predicate with a name, which also says what kind of viewer passes it. */
export type May<V extends Identity | null> = (viewer: Identity | null) => viewer is V;

/** Anybody, signed in or not. */
export const anyone: May<Identity | null> = (viewer): viewer is Identity | null =>
  viewer === null || viewer !== null;

/** Anybody, and all get the same answer: nobody asks who it is. */
export const publicRoute: May<null> = (_viewer): _viewer is null => true;

declare module 'express-serve-static-core' {
  interface Request {
    /** Found once per request; undefined before. */
    viewer?: Identity | null;
    /** The path ended in `.json`. */
    json?: boolean;
    id: string | number | object;
  }
}

export type Identify = (req: Request) => Promise<Identity | null>;

export async function viewerOf(req: Request, identify: Identify): Promise<Identity | null> {
  if (req.viewer === undefined) req.viewer = await identify(req);
  return req.viewer;
}
