import type { Knex } from 'knex';
import { pageOf } from '../../db/page';
import { member, type Person, staff } from '../accounts/policy';
import { paged } from '../contract/fields';
import { linkNext, setListHeaders } from '../http/pagination';
import { limitByPerson } from '../http/rate-limit';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { visibleOrder } from '../orders/policy';
import { agree, dispute, withdraw } from './answers';
import * as calls from './contract';
import { decide } from './decision';
import { sendMessage } from './messages';
import { openClaim } from './opening';
import { findClaim, mayAnswer, mayDecide, mayOpenClaims, mayWithdraw } from './policy';
import { allClaims, claimableLines, claimSeenBy, claimsOfOrder, ownClaims } from './queries';
import * as schema from './schema';
import { claimDocuments } from './serializer';

export default ({ services }: RouteDependencies): Routes => {
  const { transaction, store } = services;
  const countClaim = limitByPerson(services, 'claims');
  const countMessage = limitByPerson(services, 'claim-messages');
  const shown = async (db: Knex, viewer: Person, id: number) => {
    const claim = await claimSeenBy(db, viewer, id);
    const [document] = await claimDocuments({ db, store }, claim ? [claim] : [], viewer);
    if (!document) throw new Error(`There is no claim ${id}`);
    return { claim: document };
  };
  return [
    route(calls.openClaim, {
      body: schema.openClaimBody,
      may: mayOpenClaims,
      needs: 'orders:write',
      retry: calls.showClaim,
      find: visibleOrder,
      status: 201,
      reply: async ({ db, viewer, subject, body }) => {
        await countClaim(viewer.id);
        return shown(db, viewer, await openClaim(services, viewer, subject.id, body.claim));
      },
    }),
    route(calls.orderClaims, {
      may: member,
      needs: { buyer: 'orders:read', seller: 'amounts:read' },
      find: visibleOrder,
      reply: async ({ db, viewer, subject }) => ({
        claims: await claimDocuments({ db, store }, await claimsOfOrder(db, viewer, subject.id), viewer),
        claimable: await claimableLines(db, subject.id),
      }),
    }),
    route(calls.listClaims, {
      query: paged(),
      may: member,
      needs: { buyer: 'orders:read', seller: 'amounts:read' },
      reply: async ({ db, viewer, query, req, res }) => {
        const { limit, offset } = pageOf(query);
        const found = await ownClaims(db, viewer, { limit, offset });
        if (found.length > limit) linkNext(req, res, query.page);
        return { claims: await claimDocuments({ db, store }, found.slice(0, limit), viewer) };
      },
    }),
    route(calls.showClaim, {
      may: member,
      needs: { buyer: 'orders:read', seller: 'amounts:read' },
      find: findClaim,
      reply: ({ db, viewer, subject }) => shown(db, viewer, subject.id),
    }),
    route(calls.sendClaimMessage, {
      body: schema.claimMessageBody,
      may: member,
      needs: 'orders:write',
      retry: calls.showClaim,
      find: findClaim,
      status: 201,
      reply: async ({ db, viewer, subject, body }) => {
        await countMessage(viewer.id);
        await sendMessage(services, viewer, subject.id, body);
        return shown(db, viewer, subject.id);
      },
    }),
    route(calls.withdrawClaim, {
      body: schema.answerBody,
      may: mayWithdraw,
      needs: 'orders:write',
      retry: calls.showClaim,
      find: findClaim,
      reply: async ({ db, viewer, subject, body }) => {
        await withdraw(transaction, viewer, subject.id, body.version);
        return shown(db, viewer, subject.id);
      },
    }),
    route(calls.agreeToClaim, {
      body: schema.answerBody,
      may: mayAnswer,
      needs: 'orders:write',
      retry: calls.showClaim,
      find: findClaim,
      reply: async ({ db, viewer, subject, body }) => {
        await agree(transaction, viewer, subject.id, body.version);
        return shown(db, viewer, subject.id);
      },
    }),
    route(calls.disputeClaim, {
      body: schema.disputeBody,
      may: mayAnswer,
      needs: 'orders:write',
      retry: calls.showClaim,
      find: findClaim,
      reply: async ({ db, viewer, subject, body }) => {
        await dispute(transaction, viewer, subject.id, body);
        return shown(db, viewer, subject.id);
      },
    }),
    route(calls.listAllClaims, {
      query: schema.listAllClaimsQuery,
      may: staff,
      reply: async ({ db, viewer, query, req, res }) => {
        const { rows, meta } = await allClaims(db, viewer, query);
        setListHeaders(req, res, query, meta.total);
        return { claims: await claimDocuments({ db, store }, rows, viewer), meta };
      },
    }),
    route(calls.decideClaim, {
      body: schema.decideBody,
      may: mayDecide,
      find: findClaim,
      reply: async ({ db, viewer, subject, body }) => {
        await decide(transaction, viewer, subject.id, body);
        return shown(db, viewer, subject.id);
      },
    }),
  ];
};
