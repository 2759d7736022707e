import { limitByAddress } from '../../http/rate-limit';
import { type RouteDependencies, type Routes, route } from '../../http/route';
import { anyone, buyer, trader } from '../policy';
import { signInReply } from '../sessions/sign-in-reply';
import { changeApEmail } from './ap-email';
import { companyOf, type Trader } from './company';
import * as calls from './contract';
import { createInvitations } from './invitations';
import { acceptInvitation } from './joining';
import { changeMember, removeMember, transferOwnership } from './members';
import { findMember, findOwnInvitation } from './policy';
import { activityOf, companyDocument, memberListFor, membersFor } from './queries';
import {
  acceptBody,
  changeMemberBody,
  companyBody,
  inviteBody,
  removeMemberBody,
  transferBody,
} from './schema';

export default (dependencies: RouteDependencies): Routes => {
  const { services } = dependencies;
  const invitations = createInvitations(services);
  const signIn = signInReply(dependencies);
  const countAcceptance = limitByAddress(services, 'accept-invitation');

  async function memberOf(viewer: Trader, id: number) {
    const member = (await membersFor(services.db, viewer)).find((one) => one.id === id);
    if (!member) throw new Error(`Member ${id} is gone`);
    return member;
  }

  return [
    route(calls.showCompany, {
      may: trader,
      needs: 'company:read',
      reply: async ({ db, viewer }) => ({ company: await companyDocument(db, viewer) }),
    }),
    route(calls.updateCompany, {
      body: companyBody,
      may: buyer,
      needs: 'company:manage',
      retry: calls.showCompany,
      reply: async ({ db, viewer, body }) => {
        await changeApEmail(services, viewer, body.ap_email);
        return { company: await companyDocument(db, viewer) };
      },
    }),
    route(calls.listMembers, {
      may: trader,
      needs: 'company:read',
      reply: ({ db, viewer }) => memberListFor(db, viewer),
    }),
    route(calls.listActivity, {
      may: trader,
      needs: 'company:manage',
      reply: async ({ db, viewer }) => ({ activity: await activityOf(db, companyOf(viewer)) }),
    }),
    route(calls.inviteMember, {
      body: inviteBody,
      may: trader,
      needs: 'company:manage',
      retry: calls.listMembers,
      confirm: ({ role }) => role === 'owner',
      status: 201,
      reply: async ({ viewer, body }) => ({ invitation: await invitations.invite(viewer, body) }),
    }),
    route(calls.resendInvitation, {
      may: trader,
      needs: 'company:manage',
      retry: calls.listMembers,
      find: findOwnInvitation,
      reply: async ({ viewer, subject }) => ({ invitation: await invitations.resend(viewer, subject.id) }),
    }),
    route(calls.withdrawInvitation, {
      may: trader,
      needs: 'company:manage',
      retry: 'done',
      find: findOwnInvitation,
      reply: ({ viewer, subject }) => invitations.withdraw(viewer, subject.id),
    }),
    route(calls.acceptInvitation, {
      body: acceptBody,
      may: anyone,
      form: {
        page: ({ token }) => `/invitations/${encodeURIComponent(typeof token === 'string' ? token : '')}`,
        to: '/',
        notice: 'You joined the company.',
      },
      status: 201,
      reply: async ({ body, req, res }) => {
        await countAcceptance(req);
        const { userId, proof } = await acceptInvitation(services, body);
        return signIn(req, res, userId, proof);
      },
    }),
    route(calls.changeMember, {
      body: changeMemberBody,
      may: trader,
      needs: 'company:manage',
      retry: calls.listMembers,
      confirm: true,
      find: findMember,
      reply: async ({ viewer, subject, body }) => {
        await changeMember(services, viewer, subject.id, body);
        return { member: await memberOf(viewer, subject.id) };
      },
    }),
    route(calls.removeMember, {
      body: removeMemberBody,
      may: trader,
      needs: 'company:manage',
      orOneself: true,
      retry: 'done',
      confirm: true,
      find: findMember,
      reply: async ({ viewer, subject, body }) => {
        await removeMember(services, viewer, { id: subject.id, revokesKeys: body.revoke_keys });
        return undefined;
      },
    }),
    route(calls.transferOwnership, {
      body: transferBody,
      may: trader,
      needs: 'company:manage',
      retry: calls.listMembers,
      confirm: true,
      reply: async ({ db, viewer, body }) => {
        await transferOwnership(services, viewer, body.user_id);
        return { members: await membersFor(db, viewer) };
      },
    }),
  ];
};
