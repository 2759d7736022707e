import { DEMO_API_KEY } from '../../server/accounts/demo-accounts';
import { KEY_DAYS } from '../../server/accounts/keys/rules';
import { digestOf, shownPart } from '../../server/accounts/keys/secret';
import { keyCapabilities } from '../../server/contract/capabilities';
import { cents } from '../../server/contract/money';
import type { Tx } from '../transaction';
import { daysBefore } from './days';

const NAME = 'ERP sync';
const AGE_DAYS = 70;
const OWNER = 'buyer@example.com';

/** A key of buyer@'s company, whose secret is public like the password of the demo's accounts. */
export async function writeApiKey(tx: Tx, now: Date) {
  const owner = await tx('users').where({ email: OWNER }).first('id', 'email', 'buyer_id');
  if (!owner) throw new Error(`The demo has no ${OWNER}`);
  const created_at = daysBefore(now, AGE_DAYS);
  const [key] = await tx('users')
    .insert({
      email: 'key@keys.invalid',
      full_name: NAME,
      status: 'key',
      is_primary: false,
      buyer_id: owner.buyer_id,
      order_limit_cents: cents(200_000),
      month_limit_cents: cents(1_000_000),
      created_at,
      updated_at: created_at,
    })
    .returning('id');
  const keyId = key?.id ?? 0;
  await tx('users')
    .where({ id: keyId })
    .update({ email: `key-${keyId}@keys.invalid` });
  await tx('api_keys').insert({
    user_id: keyId,
    prefix: shownPart(DEMO_API_KEY),
    digest: digestOf(DEMO_API_KEY),
    capabilities: [...keyCapabilities.buyer],
    created_by: owner.id,
    created_at,
    expires_at: daysBefore(now, AGE_DAYS - KEY_DAYS),
    last_used_at: daysBefore(now, 0.1),
    last_used_ip: '203.0.113.7',
  });
  await tx('key_refusals').insert({
    user_id: keyId,
    day: daysBefore(now, 2).toISOString().slice(0, 10),
    reason: 'not_for_keys',
    count: 3,
    last_at: daysBefore(now, 2),
  });
  await tx('buyers')
    .where({ id: owner.buyer_id ?? 0 })
    .update({ events_since: created_at });
  await tx('audit_log').insert({
    at: created_at,
    actor_id: owner.id,
    actor: owner.email,
    action: 'company.create_key',
    subject_type: 'key',
    subject_id: keyId,
    buyer_id: owner.buyer_id,
    after: JSON.stringify({ name: NAME }),
  });
}
