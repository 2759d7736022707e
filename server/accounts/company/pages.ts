import type { Knex } from 'knex';
import { page, type Routes } from '../../http/route';
import { anyone, type Person, trader } from '../policy';
import { companyOf, nameOf } from './company';
import { type AcceptInvitationProps, acceptInvitationIsland, settingsCompany } from './contract';
import { companyOfInvitation, openInvitation } from './joining';
import { accountOf, moveBlockers } from './moving';
import { activityOf, companyDocument, companyName, memberListFor } from './queries';

/** What the link offers to the reader of the invited mailbox. */
async function invitationFor(
  db: Knex,
  viewer: Person | null,
  token: string,
): Promise<AcceptInvitationProps['invitation']> {
  const row = await openInvitation(db, token);
  if (!row) return null;
  const company = companyOfInvitation(row);
  const [name, inviter, account] = await Promise.all([
    companyName(db, company),
    db('users').where({ id: row.invited_by }).first('full_name', 'email'),
    accountOf(db, row.email),
  ]);
  return {
    company: name,
    role: row.role,
    limits: { order_cents: row.order_limit_cents, month_cents: row.month_limit_cents },
    email: row.email,
    inviter: inviter ? nameOf(inviter) : name,
    blockers: account ? await moveBlockers(db, account, company) : null,
    viewer: viewer && viewer.id !== account?.id ? viewer.email : null,
  };
}

export default (): Routes => [
  page('/settings/company', {
    may: trader,
    needs: 'company:read',
    title: 'Company',
    view: 'pages/settings',
    island: settingsCompany,
    props: async ({ db, viewer }) => {
      const [list, company] = await Promise.all([memberListFor(db, viewer), companyDocument(db, viewer)]);
      const activity = list.invitations ? await activityOf(db, companyOf(viewer)) : null;
      return { company, list, activity };
    },
  }),
  page('/invitations/:token', {
    may: anyone,
    ungated: true,
    secret: true,
    title: 'Invitation',
    footer: 'light',
    heading: 'hidden',
    island: acceptInvitationIsland,
    props: async ({ db, viewer, params: { token } }) => ({
      token,
      invitation: await invitationFor(db, viewer as Person | null, token),
      isSignedIn: viewer !== null,
    }),
  }),
];
