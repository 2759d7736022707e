import { buyer } from '../accounts/policy';
import { NotFound } from '../http/errors';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { showOffer } from '../offers/contract';
import { currentOffers } from '../offers/current-offer';
import { visibleOffer } from '../offers/policy';
import type { LoadThreads } from '../offers/serializer';
import { approveRequest, cancelRequest, declineRequest, listApprovals } from './contract';
import { approve, cancel, decline } from './decision';
import { visibleApproval } from './policy';
import { approvalsQuery, approveBody, declineBody } from './schema';
import { approvalDocument, approvalsFor, currentApprovals } from './serializer';

export default ({ services }: RouteDependencies, loadThreads: LoadThreads): Routes => {
  const { config, db } = services;
  const { documentAfter } = currentOffers(db, { feeBps: config.feeBps, loadThreads });

  return [
    route(listApprovals, {
      query: approvalsQuery,
      may: buyer,
      needs: 'offers:read',
      reply: async ({ viewer, query }) => ({
        approvals: await (query.current
          ? currentApprovals(db, viewer)
          : approvalsFor(db, viewer, { status: query.status })),
      }),
    }),
    route(approveRequest, {
      body: approveBody,
      may: buyer,
      needs: 'offers:approve',
      retry: showOffer,
      find: visibleApproval,
      form: { to: '/my_offers', notice: 'Request approved.' },
      reply: async ({ viewer, body: { version }, subject: found }) => {
        const offer = await visibleOffer(viewer, { id: found.offer_id }, { db });
        if (!offer) throw NotFound();
        return documentAfter(viewer, offer, approve(services, { viewer, found, version }));
      },
    }),
    route(declineRequest, {
      body: declineBody,
      may: buyer,
      needs: 'offers:approve',
      retry: listApprovals,
      find: visibleApproval,
      form: { to: '/my_offers', notice: 'Request declined.' },
      reply: async ({ viewer, params, body }) => ({
        approval: approvalDocument(await decline(services, viewer, params.id, body.note), viewer),
      }),
    }),
    route(cancelRequest, {
      may: buyer,
      needs: 'offers:write',
      retry: listApprovals,
      find: visibleApproval,
      form: { to: '/my_offers', notice: 'Request canceled.' },
      reply: async ({ viewer, params }) => ({
        approval: approvalDocument(await cancel(services, viewer, params.id), viewer),
      }),
    }),
  ];
};
