import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { apiKeyIn } from '../../http/api-key';
import type { Identity } from '../../http/viewer';
import type { Services } from '../../services';
import { digestOf, isSigned } from '../keys/secret';
import { bearerIn } from './bearer';
import { sessionIdIn } from './cookie';
import { sessionKeyOf } from './session-store';
import { tokenIn } from './socket-authentication';

const MAX_SESSIONS = 10_000;

export interface SignedAccounts {
  /** Whose signature a request bears, without a query; the session may have ended. Null without a valid one. */
  accountOf(req: IncomingMessage): string | null;
  /** A session or key names its owner once a request was answered, so that all of an account's count as one. */
  learn(req: IncomingMessage & { readonly viewer?: Identity | null }, account: string): void;
}

const accountName = (userId: number) => `user ${userId}`;

export function signedAccounts({
  config,
  bearerTokens,
}: Pick<Services, 'config' | 'bearerTokens'>): SignedAccounts {
  const owners = new LRUCache<string, string>({ max: MAX_SESSIONS });

  function bySession(req: IncomingMessage) {
    const sid = sessionIdIn(config, req.headers.cookie);
    if (sid === null) return null;
    const session = `session ${sessionKeyOf(sid)}`;
    return owners.get(session) ?? session;
  }

  function byKey(key: string) {
    if (!isSigned(config, key)) return null;
    const account = `key ${digestOf(key).toString('base64url')}`;
    return owners.get(account) ?? account;
  }

  return {
    accountOf(req) {
      const key = apiKeyIn(req);
      if (key !== null) return byKey(key);
      const token = bearerIn(req.headers.authorization) ?? tokenIn(req);
      const userId = token === null ? null : bearerTokens.signedBy(token);
      return userId === null ? bySession(req) : accountName(userId);
    },
    learn({ viewer }, account) {
      if (viewer && /^(session|key) /.test(account)) owners.set(account, accountName(viewer.id));
    },
  };
}
