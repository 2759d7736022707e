import type { Request } from 'express';
import type { Capability } from '../contract/capabilities';

export interface Identity {
  readonly id: number;
  /** Id of the session or of the bearer token, which signing out ends. */
  readonly sessionKey: string;
  readonly via: 'cookie' | 'bearer' | 'key';
  /** null for staff, whom no capability limits. */
  readonly kind: 'buyer' | 'seller' | 'staff';
  readonly capabilities: readonly Capability[] | null;
  /** What a refusal says: whose role, in which company. */
  readonly role: string | null;
  readonly name: string;
  readonly buyer_id: number | null;
  readonly seller_id: number | null;
}

export type May<V extends Identity | null> = (viewer: Identity | null) => viewer is V;

export const anyone: May<Identity | null> = (viewer): viewer is Identity | null =>
  viewer === null || viewer !== null;

/** The same response for all requests; the viewer is not looked up. */
export const publicRoute: May<null> = (_viewer): _viewer is null => true;

declare module 'express-serve-static-core' {
  interface Request {
    /** Looked up once per request; undefined before. */
    viewer?: Identity | null;
    json?: boolean;
    id: string | number | object;
  }
}

/** `isWrite`: as what a call by API key counts. */
export type Identify = (req: Request, isWrite: boolean) => Promise<Identity | null>;

const hasUnsafeMethod = ({ method }: Request) => method !== 'GET' && method !== 'HEAD';

export async function viewerOf(
  req: Request,
  identify: Identify,
  isWrite = hasUnsafeMethod(req),
): Promise<Identity | null> {
  if (req.viewer === undefined) req.viewer = await identify(req, isWrite);
  return req.viewer;
}
