import { randomBytes } from 'node:crypto';
import { INVITATION_DAYS } from '../../server/accounts/company/rules';
import { type Cents, cents } from '../../server/contract/money';
import type { Tx } from '../transaction';
import { daysBefore } from './days';
import { COLLEAGUES, INVITED } from './people';

/** Last, so that everything else of the demo was done by the owners. */
export async function writeColleagues(tx: Tx, now: Date, digest: string) {
  const owners = await tx('users').whereIn('email', [...COLLEAGUES.map(({ owner }) => owner), INVITED.owner]);
  const ownerOf = (email: string) => {
    const owner = owners.find((one) => one.email === email);
    if (!owner) throw new Error(`The demo has no ${email}`);
    return owner;
  };
  const amount = (limit: number | undefined): Cents | null => (limit === undefined ? null : cents(limit));
  const added = await tx('users')
    .insert(
      COLLEAGUES.map(({ email, full_name, owner, role, limits, joined }) => ({
        email,
        full_name,
        role,
        status: 'onboarded' as const,
        buyer_id: ownerOf(owner).buyer_id,
        seller_id: ownerOf(owner).seller_id,
        is_primary: false,
        order_limit_cents: amount(limits?.[0]),
        month_limit_cents: amount(limits?.[1]),
        password_digest: digest,
        created_at: daysBefore(now, joined),
        updated_at: daysBefore(now, joined),
      })),
    )
    .returning(['id', 'email', 'full_name', 'buyer_id', 'seller_id', 'created_at']);
  const inviter = ownerOf(INVITED.owner);
  const [invitation] = await tx('invitations')
    .insert({
      buyer_id: inviter.buyer_id,
      email: INVITED.email,
      role: INVITED.role,
      // Of a link that was never made: its mail is not part of the demo.
      digest: randomBytes(32),
      invited_by: inviter.id,
      created_at: daysBefore(now, INVITED.daysAgo),
      expires_at: daysBefore(now, INVITED.daysAgo - INVITATION_DAYS),
    })
    .returning('id');
  await tx('audit_log').insert([
    ...added
      .map(({ id, email, full_name, buyer_id, seller_id, created_at }) => ({
        at: created_at,
        actor_id: id,
        actor: email,
        action: 'company.join',
        subject_type: 'user',
        subject_id: id,
        buyer_id,
        seller_id,
        after: JSON.stringify({ name: full_name, email }),
      }))
      .sort((one, other) => one.at.getTime() - other.at.getTime()),
    {
      at: daysBefore(now, INVITED.daysAgo),
      actor_id: inviter.id,
      actor: inviter.email,
      action: 'company.invite',
      subject_type: 'invitation',
      subject_id: invitation?.id ?? null,
      buyer_id: inviter.buyer_id,
      seller_id: null,
      after: JSON.stringify({ email: INVITED.email, role: INVITED.role }),
    },
  ]);
}
