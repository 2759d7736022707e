import { keyCapabilities } from '../../contract/capabilities';
import {
  count,
  day,
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  tagged,
  text,
  time,
} from '../../openapi/answer';
import { limits } from '../company/doc';
import { creator } from '../doc';
import type { ApiKeyDocument, KeyRefusal, NewSecret } from './contract';
import * as calls from './contract';

const key = object<ApiKeyDocument>(
  {
    id,
    name: text,
    prefix: text,
    capabilities: list(oneOf([...new Set([...keyCapabilities.buyer, ...keyCapabilities.seller])])),
    limits,
    created_by: creator,
    created_at: time,
    expires_at: time,
    expired: flag,
    last_used_at: nullable(time),
    last_used_ip: nullable(text),
    overlap_until: nullable(time),
  },
  'ApiKey',
);

const secret = object<NewSecret>({ api_key: key, secret: text });

const doc = tagged('API keys');

export default [
  doc(calls.listApiKeys, {
    summary: 'List the API keys of the company',
    answer: object<{ api_keys: ApiKeyDocument[] }>({ api_keys: list(key) }),
  }),
  doc(calls.createApiKey, {
    summary: 'Create an API key; its secret is shown once',
    answer: secret,
    example: { name: 'ERP sync', capabilities: ['orders:read', 'offers:read'], expires_in_days: 365 },
  }),
  doc(calls.rotateApiKey, {
    summary: 'Give a key a new secret',
    answer: secret,
    example: { overlap_hours: 24 },
  }),
  doc(calls.revokeApiKey, { summary: 'Revoke a key', answer: null }),
  doc(calls.listKeyRefusals, {
    summary: 'List why calls by a key were refused in the last 30 days',
    answer: object<{ refusals: KeyRefusal[] }>({
      refusals: list(
        object<KeyRefusal>({
          day,
          reason: oneOf([
            'revoked',
            'replaced',
            'expired',
            'company_denied',
            'capability_missing',
            'not_for_keys',
            'rate_limited',
          ]),
          count,
          last_at: time,
        }),
      ),
    }),
  }),
];
