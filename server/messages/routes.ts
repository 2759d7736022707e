import type { Person } from '../accounts/policy';
import { isCapable } from '../contract/capabilities';
import { type RouteDependencies, type Routes, route } from '../http/route';
import type { OfferWithNames } from '../offers/queries';
import type { Services } from '../services';
import * as calls from './contract';
import { hideMessage } from './hiding';
import { closedReason, findMessage, findThread, mayHide, mayRead, mayWrite, orderOfThread } from './policy';
import { messagesOf } from './queries';
import * as schema from './schema';
import { markRead, sendMessage } from './sending';
import { messageDocument } from './serializer';

interface Range {
  after?: number | undefined;
  before?: number | undefined;
  limit: number;
}

async function threadDocument(
  { db, config, databaseClock }: Pick<Services, 'db' | 'config' | 'databaseClock'>,
  viewer: Person,
  offer: OfferWithNames,
  range: Range,
): Promise<calls.MessageThread> {
  const [{ rows, more }, order] = await Promise.all([
    messagesOf(db, offer.id, range),
    orderOfThread(db, offer.id),
  ]);
  const reason = closedReason(offer, order, databaseClock.now());
  return {
    messages: rows.map((row) => messageDocument(row, viewer, config)),
    has_more: more,
    can_write: mayWrite(viewer) && isCapable(viewer, 'offers:write') && reason === null,
    masks_contacts: !order?.paid_at,
    closed_reason: reason,
  };
}

export default ({ services }: RouteDependencies): Routes => [
  route(calls.listMessages, {
    query: schema.listMessagesQuery,
    may: mayRead,
    needs: 'offers:read',
    find: findThread,
    reply: ({ viewer, subject, query }) => threadDocument(services, viewer, subject, query),
  }),
  route(calls.sendMessage, {
    body: schema.sendMessageBody,
    may: mayWrite,
    needs: 'offers:write',
    retry: calls.listMessages,
    find: findThread,
    reply: async ({ viewer, subject, body, res }) => {
      const { body: text, client_key } = body.message;
      const { message, isNew } = await sendMessage(services, viewer, subject.id, {
        body: text,
        clientKey: client_key || undefined,
      });
      if (isNew) res.status(201);
      return { message: messageDocument(message, viewer, services.config) };
    },
  }),
  route(calls.markRead, {
    body: schema.markReadBody,
    may: mayWrite,
    needs: 'offers:read',
    retry: 'again',
    find: findThread,
    reply: async ({ viewer, subject, body }) => {
      await markRead(services, viewer, subject.id, body.last_id);
      return undefined;
    },
  }),
  route(calls.hideMessage, {
    body: schema.hideMessageBody,
    may: mayHide,
    find: findMessage,
    reply: async ({ viewer, subject, body }) => {
      const message = await hideMessage(services, viewer, subject, body.reason);
      return { message: messageDocument(message, viewer, services.config) };
    },
  }),
];
