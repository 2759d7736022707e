import type { Role } from '../../contract/capabilities';
import { endpoint } from '../../contract/endpoint';
import type { Island } from '../../contract/island';
import type { Cents } from '../../contract/money';
import type { SignedIn, SpendingLimits } from '../contract';

export interface CompanyDocument {
  id: number;
  kind: 'buyer' | 'seller';
  name: string;
  /** Where a buyer's invoices and credit memos go; null for sellers. */
  ap_email: string | null;
}

/** Who made a key or an endpoint, which is the company's and outlives their membership. */
export interface Creator {
  id: number;
  name: string;
  is_member: boolean;
}

export interface Member {
  id: number;
  full_name: string;
  email: string;
  role: Role;
  primary: boolean;
  you: boolean;
  limits: SpendingLimits;
  /** Owners read these three, as the invitations. */
  second_factor?: boolean;
  /** How many keys they made, or rotated last, that were not revoked. */
  api_keys?: number;
  /** null: not signed in. */
  last_seen_at?: string | null;
}

export interface Invitation {
  id: number;
  email: string;
  role: Role;
  order_limit_cents: Cents | null;
  month_limit_cents: Cents | null;
  invited_by: { id: number; name: string };
  created_at: string;
  expires_at: string;
}

export interface MemberList {
  members: Member[];
  /** Open ones and those that expired; for owners. */
  invitations?: Invitation[];
}

export interface CompanyActivity {
  at: string;
  /** null: staff, or the system. */
  by: { id: number; name: string; kind: 'person' | 'key' } | null;
  action: string;
  subject: string;
}

export const showCompany = endpoint<{ company: CompanyDocument }>()('GET /company');
export const updateCompany = endpoint<{ company: CompanyDocument }>()('PUT /company');
export const listMembers = endpoint<MemberList>()('GET /company/members');
export const inviteMember = endpoint<{ invitation: Invitation }>()('POST /company/invitations');
export const resendInvitation = endpoint<{ invitation: Invitation }>()(
  'POST /company/invitations/:id/resend',
);
export const withdrawInvitation = endpoint<undefined>()('DELETE /company/invitations/:id');
export const changeMember = endpoint<{ member: Member }>()('PUT /company/members/:id');
export const removeMember = endpoint<undefined>()('DELETE /company/members/:id');
export const transferOwnership = endpoint<{ members: Member[] }>()('POST /company/transfer');
export const listActivity = endpoint<{ activity: CompanyActivity[] }>()('GET /company/activity');

export const acceptInvitation = endpoint<SignedIn>()('POST /invitations/accept');

export interface AcceptInvitationProps {
  token: string;
  /** null: the link has expired, was withdrawn or used. */
  invitation: {
    company: string;
    role: Role;
    limits: SpendingLimits;
    email: string;
    inviter: string;
    /** null: the address has no account yet. Else what keeps its account from moving, if anything. */
    blockers: readonly string[] | null;
    /** Whom this browser would sign out. */
    viewer: string | null;
  } | null;
  isSignedIn: boolean;
}

export const acceptInvitationIsland: Island<AcceptInvitationProps> = { id: 'accept-invitation' };

export interface SettingsCompanyProps {
  company: CompanyDocument;
  list: MemberList;
  /** null for those who may not read it. */
  activity: CompanyActivity[] | null;
}

export const settingsCompany: Island<SettingsCompanyProps> = { id: 'settings-company' };
