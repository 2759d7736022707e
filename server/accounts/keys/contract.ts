import type { Capability } from '../../contract/capabilities';
import { endpoint } from '../../contract/endpoint';
import type { Creator } from '../company/contract';
import type { SpendingLimits } from '../contract';

export interface ApiKeyDocument {
  /** Stays through rotations, as the name, the capabilities and the limits. */
  id: number;
  name: string;
  /** The beginning of the secret. */
  prefix: string;
  capabilities: readonly Capability[];
  limits: SpendingLimits;
  created_by: Creator;
  created_at: string;
  expires_at: string;
  expired: boolean;
  last_used_at: string | null;
  last_used_ip: string | null;
  /** Until when the secret before the last rotation works, too. */
  overlap_until: string | null;
}

/** The secret is shown once: only its digest is stored. */
export interface NewSecret {
  api_key: ApiKeyDocument;
  secret: string;
}

export interface KeyRefusal {
  day: string;
  reason:
    | 'revoked'
    | 'replaced'
    | 'expired'
    | 'company_denied'
    | 'capability_missing'
    | 'not_for_keys'
    | 'rate_limited';
  count: number;
  last_at: string;
}

export const listApiKeys = endpoint<{ api_keys: ApiKeyDocument[] }>()('GET /company/api_keys');
export const createApiKey = endpoint<NewSecret>()('POST /company/api_keys');
export const rotateApiKey = endpoint<NewSecret>()('POST /company/api_keys/:id/rotate');
export const revokeApiKey = endpoint<undefined>()('DELETE /company/api_keys/:id');
/** Of the last 30 days. */
export const listKeyRefusals = endpoint<{ refusals: KeyRefusal[] }>()('GET /company/api_keys/:id/refusals');
