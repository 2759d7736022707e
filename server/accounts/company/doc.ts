import type { Role } from '../../contract/capabilities';
import {
  cents,
  count,
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  optional,
  tagged,
  text,
  time,
} from '../../openapi/answer';
import type { SpendingLimits } from '../contract';
import { author, named } from '../doc';
import type { CompanyActivity, CompanyDocument, Invitation, Member, MemberList } from './contract';
import * as calls from './contract';
import { allRoles } from './rules';

const role = oneOf(allRoles as readonly Role[]);

export const limits = object<SpendingLimits>({ order_cents: nullable(cents), month_cents: nullable(cents) });

const member = object<Member>(
  {
    id,
    full_name: text,
    email: text,
    role,
    primary: flag,
    you: flag,
    limits,
    second_factor: optional(flag),
    last_seen_at: optional(nullable(time)),
    api_keys: optional(count),
  },
  'Member',
);

const invitation = object<Invitation>(
  {
    id,
    email: text,
    role,
    order_limit_cents: nullable(cents),
    month_limit_cents: nullable(cents),
    invited_by: named,
    created_at: time,
    expires_at: time,
  },
  'Invitation',
);

const invited = object<{ invitation: Invitation }>({ invitation });

const shownCompany = object<{ company: CompanyDocument }>({
  company: object<CompanyDocument>(
    { id, kind: oneOf(['buyer', 'seller']), name: text, ap_email: nullable(text) },
    'Company',
  ),
});

const doc = tagged('Company');

export default [
  doc(calls.showCompany, {
    summary: 'Show the company',
    answer: shownCompany,
  }),
  doc(calls.updateCompany, {
    summary: 'Choose where a buyer’s invoices and credit memos go',
    answer: shownCompany,
    example: { ap_email: 'payables@example.com' },
  }),
  doc(calls.listMembers, {
    summary: 'List the members',
    answer: object<MemberList>({ members: list(member), invitations: optional(list(invitation)) }),
  }),
  doc(calls.listActivity, {
    summary: 'List who did what in the company, newest first',
    answer: object<{ activity: CompanyActivity[] }>({
      activity: list(
        object<CompanyActivity>({ at: time, by: nullable(author), action: text, subject: text }),
      ),
    }),
  }),
  doc(calls.inviteMember, {
    summary: 'Invite a member',
    answer: invited,
    example: { email: 'anna@acme.example.com', role: 'viewer' },
  }),
  doc(calls.resendInvitation, { summary: 'Send an invitation again, with a new link', answer: invited }),
  doc(calls.withdrawInvitation, { summary: 'Withdraw an invitation', answer: null }),
  doc(calls.changeMember, {
    summary: 'Change role and limits of a member',
    answer: object<{ member: Member }>({ member }),
    example: { role: 'purchaser', order_limit_cents: 50000 },
  }),
  doc(calls.removeMember, { summary: 'Remove a member, or leave the company', answer: null }),
  doc(calls.transferOwnership, {
    summary: 'Make another owner the primary one',
    answer: object<{ members: Member[] }>({ members: list(member) }),
    example: { user_id: 57 },
  }),
];
