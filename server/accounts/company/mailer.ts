import { randomUUID } from 'node:crypto';
import type { UserRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { Role } from '../../contract/capabilities';
import { UTC } from '../../contract/time/zones';
import { mailTime, subjectWith } from '../../mail/lines';
import { deliver, deliverAll } from '../../mail/mailer';
import type { SpendingLimits } from '../contract';
import { withoutLinks } from '../mailer';
import { activeOwners, type Company } from './company';
import type { Invitation } from './contract';
import { accountOf, foreignAccount, moveBlockers } from './moving';
import { limitsText, roleLines, rolePhrases } from './rules';

type Addressee = Pick<UserRow, 'id' | 'email' | 'full_name'>;

interface Invited {
  readonly company: Company;
  readonly invitation: Invitation;
  readonly token: string;
}

/** To an address with an account, it offers to move that account, or says what keeps it. */
export async function sendInvitation(tx: Tx, { company, invitation, token }: Invited) {
  const { email, role, invited_by, expires_at } = invitation;
  const account = await accountOf(tx, email);
  const foreign = account ? foreignAccount(account, company) : null;
  const inviter = withoutLinks(invited_by.name) || company.name;
  await deliver(tx, {
    to: email,
    subject: subjectWith(company.name, (name) =>
      account ? `You were invited to ${name}` : `Join ${name} on ${tx.config.brandName}`,
    ),
    view: 'company_invitation',
    eventKey: `company-invitation:${invitation.id}:${randomUUID()}`,
    locals: {
      company: company.name,
      inviter,
      why: `${inviter} invited this address`,
      role: rolePhrases[role],
      line: roleLines[role],
      limits: limitsText({
        order_cents: invitation.order_limit_cents,
        month_cents: invitation.month_limit_cents,
      }),
      hasAccount: account !== undefined,
      foreign,
      blockers: account && !foreign ? await moveBlockers(tx, account, company) : [],
      path: foreign ? null : `/invitations/${token}`,
      until: mailTime(new Date(expires_at), UTC),
    },
  });
}

/** To the other owners. */
export async function memberJoined(tx: Tx, company: Company, member: Addressee, role: Role) {
  const owners = await activeOwners(tx, company)
    .whereNot({ id: member.id })
    .orderBy('id')
    .select('id', 'email', 'full_name');
  const joined = withoutLinks(member.full_name) || member.email;
  await deliverAll(
    tx,
    owners.map((owner) => ({
      to: owner.email,
      subject: subjectWith(company.name, (name) => `${joined} joined ${name}`),
      view: 'company_joined',
      eventKey: `company-joined:${member.id}:${owner.id}:${randomUUID()}`,
      locals: {
        name: owner.full_name,
        joined,
        email: member.email,
        company: company.name,
        role: rolePhrases[role],
        path: '/settings/company',
      },
    })),
  );
}

export const roleChanged = (
  tx: Tx,
  company: Company,
  member: Addressee,
  { role, limits }: { role: Role; limits: SpendingLimits },
) =>
  deliver(tx, {
    to: member.email,
    subject: subjectWith(company.name, (name) => `Your role at ${name} changed`),
    view: 'company_role',
    eventKey: `company-role:${member.id}:${randomUUID()}`,
    locals: {
      name: member.full_name,
      company: company.name,
      role: rolePhrases[role],
      line: roleLines[role],
      limits: limitsText(limits),
      path: '/',
    },
  });

/** To an owner who is the primary one from now on. */
export const becamePrimary = (tx: Tx, company: Company, member: Addressee, by: string) =>
  deliver(tx, {
    to: member.email,
    subject: subjectWith(company.name, (name) => `Your role at ${name} changed`),
    view: 'company_primary',
    eventKey: `company-primary:${member.id}:${randomUUID()}`,
    locals: {
      name: member.full_name,
      by: withoutLinks(by) || 'An owner',
      company: company.name,
      path: '/settings/company',
    },
  });

export const limitsChanged = (tx: Tx, company: Company, member: Addressee, limits: SpendingLimits) =>
  deliver(tx, {
    to: member.email,
    subject: subjectWith(company.name, (name) => `Your spending limits at ${name} changed`),
    view: 'company_limits',
    eventKey: `company-limits:${member.id}:${randomUUID()}`,
    locals: { name: member.full_name, company: company.name, limits: limitsText(limits), path: '/' },
  });

/** Before the address is replaced. */
export const accessEnded = (tx: Tx, company: Company, member: Addressee) =>
  deliver(tx, {
    to: member.email,
    subject: subjectWith(company.name, (name) => `You no longer have access to ${name}`),
    view: 'company_access_ended',
    eventKey: `company-access-ended:${member.id}:${randomUUID()}`,
    locals: { name: member.full_name, company: company.name },
  });
