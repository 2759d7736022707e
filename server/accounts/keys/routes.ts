import { type RouteDependencies, type Routes, route } from '../../http/route';
import { companyOf } from '../company/company';
import { trader } from '../policy';
import { createKey, revokeKey, rotateKey } from './api-key';
import * as calls from './contract';
import { findOwnKey } from './policy';
import { apiKeysOf } from './queries';
import { refusalsOf } from './refusals';
import { createKeyBody, rotateKeyBody } from './schema';

export default ({ services }: RouteDependencies): Routes => [
  route(calls.listApiKeys, {
    may: trader,
    needs: 'company:manage',
    reply: async ({ db, viewer }) => ({ api_keys: await apiKeysOf(db, companyOf(viewer)) }),
  }),
  route(calls.createApiKey, {
    body: createKeyBody,
    may: trader,
    needs: 'company:manage',
    retry: calls.listApiKeys,
    confirm: true,
    status: 201,
    reply: ({ viewer, body }) => createKey(services, viewer, body),
  }),
  route(calls.rotateApiKey, {
    body: rotateKeyBody,
    may: trader,
    needs: 'company:manage',
    retry: calls.listApiKeys,
    confirm: true,
    find: findOwnKey,
    status: 201,
    reply: ({ viewer, subject, body }) =>
      rotateKey(services, viewer, { id: subject.id, overlapHours: body.overlap_hours }),
  }),
  route(calls.revokeApiKey, {
    may: trader,
    needs: 'company:manage',
    retry: 'done',
    confirm: true,
    find: findOwnKey,
    reply: ({ viewer, subject }) => revokeKey(services, viewer, subject.id),
  }),
  route(calls.listKeyRefusals, {
    may: trader,
    needs: 'company:manage',
    find: findOwnKey,
    reply: async ({ db, subject }) => ({ refusals: await refusalsOf(db, subject.id) }),
  }),
];
