import type { AuditEntry } from '../../server/insights/audit/contract';

type Act = Pick<AuditEntry, 'action' | 'before' | 'after'>;

/** An act around the name of its subject: "approved " + "Ridgeline" + "'s application". */
export interface Sentence {
  verb: string;
  rest: string;
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const tagOf = ({ before, after }: Act) => String(field(after, 'tag') ?? field(before, 'tag') ?? 'a list');

const shipmentOf = ({ after }: Act) => String(field(after, 'shipment') ?? '');

const isApplication = ({ before }: Act) => field(before, 'status') === 'provisional';

const memberOf = ({ after }: Act) => String(field(after, 'name') ?? 'a member');

function audienceOf({ after }: Act) {
  const audiences = ['buyer', 'seller'].filter((side) => field(after, side) === true);
  return audiences.length > 0 ? ` for ${audiences.map((side) => `${side}s`).join(' and ')}` : '';
}

const SENTENCES: Record<string, (act: Act) => Sentence> = {
  'person.approve': (act) =>
    isApplication(act) ? { verb: 'approved', rest: "'s application" } : { verb: 'approved', rest: ' again' },
  'person.deny': (act) => ({ verb: 'denied', rest: isApplication(act) ? "'s application" : '' }),
  'person.correct': () => ({ verb: 'corrected', rest: "'s details" }),
  'company.invite': () => ({ verb: 'invited', rest: ' to their company' }),
  'company.resend_invitation': () => ({ verb: 'resent the invitation of', rest: '' }),
  'company.withdraw_invitation': () => ({ verb: 'withdrew the invitation of', rest: '' }),
  'company.join': () => ({ verb: 'joined', rest: '' }),
  'company.change_member': (act) => ({ verb: `changed the role or limits of ${memberOf(act)} at`, rest: '' }),
  'company.remove_member': (act) => ({ verb: `removed ${memberOf(act)} from`, rest: '' }),
  'company.leave': () => ({ verb: 'left', rest: '' }),
  'company.transfer': (act) => ({ verb: `made ${memberOf(act)} the primary owner of`, rest: '' }),
  'company.change_ap_email': () => ({ verb: 'changed the accounts payable email of', rest: '' }),
  'company.create_key': () => ({ verb: 'created the API key', rest: '' }),
  'company.rotate_key': () => ({ verb: 'rotated the API key', rest: '' }),
  'company.revoke_key': () => ({ verb: 'revoked the API key', rest: '' }),
  'company.create_webhook': () => ({ verb: 'added the webhook', rest: '' }),
  'company.change_webhook': () => ({ verb: 'changed the webhook', rest: '' }),
  'company.delete_webhook': () => ({ verb: 'deleted the webhook', rest: '' }),
  'company.rotate_webhook_secret': () => ({ verb: 'rotated the secret of the webhook', rest: '' }),
  'second_factor.on': () => ({ verb: 'turned on two-step verification for', rest: '' }),
  'second_factor.off': () => ({ verb: 'turned off two-step verification for', rest: '' }),
  'second_factor.codes': () => ({ verb: 'made new recovery codes for', rest: '' }),
  'second_factor.plan_reset': () => ({ verb: 'planned a reset of two-step verification for', rest: '' }),
  'second_factor.cancel_reset': () => ({ verb: 'canceled the reset of two-step verification for', rest: '' }),
  'second_factor.reset': () => ({ verb: 'reset two-step verification for', rest: '' }),
  'staff.appoint': () => ({ verb: 'gave staff access to', rest: '' }),
  'order.submit_payment': () => ({ verb: 'recorded a submitted payment for', rest: '' }),
  'order.require_payment_action': () => ({ verb: 'asked the buyer to verify the payment of', rest: '' }),
  'order.confirm_payment': () => ({ verb: 'confirmed the payment of', rest: '' }),
  'order.fail_payment': () => ({ verb: 'marked the payment of', rest: ' as failed' }),
  'order.ship': () => ({ verb: 'marked', rest: ' as shipped' }),
  'order.receive': () => ({ verb: 'marked', rest: ' as received' }),
  'order.pay_in_full': () => ({ verb: 'marked', rest: ' as paid in full' }),
  'order.complete': () => ({ verb: 'completed', rest: '' }),
  'order.cancel': () => ({ verb: 'canceled', rest: '' }),
  'order.create_shipment': (act) => ({ verb: `added shipment ${shipmentOf(act)} to`, rest: '' }),
  'order.update_shipment': (act) => ({ verb: `edited shipment ${shipmentOf(act)} of`, rest: '' }),
  'order.ship_shipment': (act) => ({ verb: `marked shipment ${shipmentOf(act)} of`, rest: ' as shipped' }),
  'order.cancel_shipment': (act) => ({ verb: `canceled shipment ${shipmentOf(act)} of`, rest: '' }),
  'order.cancel_remaining': () => ({ verb: 'canceled the remaining units of', rest: '' }),
  'order.change_ship_to': () => ({ verb: 'changed the ship-to address of', rest: '' }),
  'order.adjustment': () => ({ verb: 'recorded a refund of', rest: '' }),
  'order.release': () => ({ verb: 'released the earnings of', rest: '' }),
  'claim.approve': () => ({ verb: 'approved claim', rest: '' }),
  'claim.deny': () => ({ verb: 'denied claim', rest: '' }),
  'refund.retry': () => ({ verb: 'retried the refund of', rest: '' }),
  'refund.settled': () => ({ verb: 'marked the refund of', rest: ' as sent' }),
  'payout_batch.create': () => ({ verb: 'created payout batch', rest: '' }),
  'payout.paid': () => ({ verb: 'marked payout', rest: ' as paid' }),
  'payout.void': () => ({ verb: 'voided payout', rest: '' }),
  'seller.payout_note': () => ({ verb: 'edited where to pay', rest: '' }),
  'mail.retry': () => ({ verb: 'retried the mail', rest: '' }),
  'mail.discard': () => ({ verb: 'discarded the mail', rest: '' }),
  'job.retry': (act) => ({
    verb: field(act.after, 'retried') ? 'retried the failed jobs' : 'retried the job',
    rest: '',
  }),
  'job.discard': () => ({ verb: 'discarded the job', rest: '' }),
  'payment_event.process': () => ({ verb: 'processed the payment event', rest: ' again' }),
  'consistency.check': () => ({ verb: 'started a consistency check', rest: '' }),
  'message.hide': () => ({ verb: 'hid a message about', rest: '' }),
  'answer_rule.create': () => ({ verb: 'added an offer rule of', rest: '' }),
  'answer_rule.update': () => ({ verb: 'edited an offer rule of', rest: '' }),
  'answer_rule.delete': () => ({ verb: 'deleted', rest: '' }),
  create_product: () => ({ verb: 'added the product', rest: '' }),
  update_product: () => ({ verb: 'edited the product', rest: '' }),
  delete_product: () => ({ verb: 'deleted the product', rest: '' }),
  create_seller: () => ({ verb: 'added the seller', rest: '' }),
  update_seller: () => ({ verb: 'edited the profile of', rest: '' }),
  invite_seller: ({ after }) => ({
    verb: `invited ${String(field(after, 'email') ?? 'someone')} to manage`,
    rest: '',
  }),
  add_to_tag: (act) => ({ verb: 'added', rest: ` to ${tagOf(act)}` }),
  remove_from_tag: (act) => ({ verb: 'removed', rest: ` from ${tagOf(act)}` }),
  arrange_tag: (act) => ({ verb: `reordered ${tagOf(act)}`, rest: '' }),
  'release_note.create': (act) => ({ verb: `published a release note${audienceOf(act)}`, rest: '' }),
};

const plain = (name: string) => name.replaceAll(/[._]/g, ' ');

/** An action without a sentence of its own keeps its name. */
export const sentenceOf = (act: Act): Sentence =>
  SENTENCES[act.action]?.(act) ?? { verb: `${plain(act.action)}:`, rest: '' };

export const actorName = ({ actor, actor_name }: Pick<AuditEntry, 'actor' | 'actor_name'>) =>
  actor_name ?? (actor === 'system' ? 'The system' : actor);

const SUBJECTS_IN_VERB: ReadonlySet<string> = new Set(['tag', 'release_note', 'consistency_check']);

/** What the sentence is about; null where the verb says it. */
export function subjectName({
  subject_type,
  subject_id,
  subject_name,
  before,
  after,
}: Pick<AuditEntry, 'subject_type' | 'subject_id' | 'subject_name' | 'before' | 'after'>): string | null {
  if (SUBJECTS_IN_VERB.has(subject_type)) return null;
  const named = [
    subject_name,
    field(before, 'name'),
    field(after, 'name'),
    field(after, 'subject'),
    field(after, 'event'),
  ].find((name) => typeof name === 'string' && name !== '');
  return named ? String(named) : `${plain(subject_type)} ${subject_id ?? ''}`.trim();
}
