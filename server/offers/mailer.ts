import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { type TradeContact, tradeContacts } from '../accounts/trade-contacts';
import { dollars, net, sum } from '../contract/money';
import { linesForMail, mailTime, subjectWith } from '../mail/lines';
import { deliver } from '../mail/mailer';
import { type Actor, totalOf } from './offer';
import { type Line, linesOf, noteForMail } from './queries';
import { freightOf } from './shipping/shipping';
import { reviewState, type Side } from './state-contract';

/** A denied person no longer trades. */
const openContacts = async (tx: Tx, offer: { buyer_id: number; seller_id: number }) =>
  (await tradeContacts(tx, offer)).filter(({ status }) => status !== 'denied');

const other = (side: Side): Side => (side === 'buyer' ? 'seller' : 'buyer');

type Offer = Pick<
  OfferRow,
  'id' | 'offer_number' | 'buyer_id' | 'seller_id' | 'version' | 'expires_at' | 'freight_cents'
>;

export interface OfferMove {
  readonly event: string;
  readonly lines: readonly Line[];
  readonly by: Actor;
  readonly note?: string | null | undefined;
  /** Of the act; absent where stock prevented it. */
  readonly historyId?: bigint | undefined;
}

interface Text {
  readonly subject: string;
  readonly sentence: string;
  readonly preview: string;
  readonly button: string;
}

interface Facts {
  readonly number: string;
  readonly total: string;
  readonly actor: string;
  readonly expires: string;
  readonly side: Side;
}

const RESPOND = 'Accept, counter or reject it';
const CLOSED = { preview: 'The offer is closed. No stock was reserved.', button: 'View Offer' };

/** Mails to the side that did not act. Acceptances are told by the mails of the order. */
const texts: Readonly<Record<string, (facts: Facts) => Text>> = {
  submit: ({ number, total, actor, expires }) => ({
    subject: subjectWith(actor, (name) => `New offer from ${name}: ${number}, ${total}`),
    sentence: `${actor} sent you offer ${number} for ${total}.`,
    preview: `${RESPOND} before ${expires}.`,
    button: 'Review Offer',
  }),
  counter: ({ number, total, actor, expires }) => ({
    subject: `Counteroffer on ${number}: ${total}`,
    sentence: `${actor} countered offer ${number}. The new total is ${total}.`,
    preview: `${RESPOND} before ${expires}.`,
    button: 'Review Counteroffer',
  }),
  reject: ({ number, total, actor, side }) => ({
    subject: `${number} was rejected`,
    sentence: `${actor} rejected offer ${number} for ${total}.`,
    preview:
      side === 'buyer'
        ? 'The offer is closed. You can send a new one at any time.'
        : 'The offer is closed. No stock was reserved.',
    button: 'View Offer',
  }),
  withdraw: ({ number, total, actor }) => ({
    subject: `${number} was withdrawn`,
    sentence: `${actor} withdrew offer ${number} for ${total}.`,
    ...CLOSED,
  }),
  withdraw_counter: ({ number, total, actor, expires }) => ({
    subject: `Counteroffer on ${number} was withdrawn`,
    sentence: `${actor} withdrew the counteroffer on ${number}. Your offer of ${total} is under review again.`,
    preview: `The seller can accept, counter or reject it before ${expires}.`,
    button: 'View Offer',
  }),
  expire: ({ number, total }) => ({
    subject: `${number} expired`,
    sentence: `Offer ${number} for ${total} expired without an answer.`,
    ...CLOSED,
  }),
  deny: ({ number, total }) => ({
    subject: `${number} was closed`,
    sentence: `We closed offer ${number} for ${total} because the other account is no longer active.`,
    ...CLOSED,
  }),
  reduced: ({ number, total, actor, expires }) => ({
    subject: `Review the reduced quantities of ${number}`,
    sentence: `${actor} accepted offer ${number}, but stock fell short. We reduced it to what is available: ${total}.`,
    preview: `Accept, counter or reject the reduced offer before ${expires}.`,
    button: 'Review Offer',
  }),
  sold_out: ({ number }) => ({
    subject: `${number} was canceled: sold out`,
    sentence: `Offer ${number} was canceled because its products are no longer available.`,
    preview: 'The offer is closed.',
    button: 'View Offer',
  }),
};

const textName = (event: string, by: Actor) =>
  event === 'withdraw' && by.actor === 'seller' ? 'withdraw_counter' : event;

const timeOf = ({ expires_at }: Pick<Offer, 'expires_at'>) => (expires_at ? mailTime(expires_at) : '');

/** Tells the other side of a move; both sides where the system moved. Once per event, version and person. */
export async function sendOfferMail(tx: Tx, offer: Offer, { event, lines, by, ...noted }: OfferMove) {
  const write = texts[textName(event, by)];
  if (!write) return;
  const [people, note] = await Promise.all([openContacts(tx, offer), noteForMail(tx, noted)]);
  const facts = {
    number: offer.offer_number,
    total: dollars(sum([totalOf(lines), freightOf(offer)])),
    expires: timeOf(offer),
  };
  for (const person of people.filter(({ side }) => side !== by.actor)) {
    const actor = by.actor === 'buyer' || by.actor === 'seller' ? person[`${by.actor}_name`] : '';
    const text = write({ ...facts, actor, side: person.side });
    await deliverTo(tx, person, offer, {
      subject: text.subject,
      view: 'offer_move',
      eventKey: `${event}:${offer.version}`,
      lines,
      locals: { ...text, note: note || null, actor },
    });
  }
}

function amountsFor(tx: Tx, side: Side, offer: Pick<Offer, 'freight_cents'>, lines: readonly Line[]) {
  const [goods, freight] = [totalOf(lines), freightOf(offer)];
  return {
    lines: linesForMail(lines.map((line) => ({ ...line, unit_price: line.unit_price_cents }))),
    freight: offer.freight_cents === null ? null : dollars(freight),
    total: dollars(sum([goods, freight])),
    net: side === 'seller' ? dollars(sum([net(goods, tx.mailConfig.feeBps), freight])) : null,
  };
}

interface OfferMail {
  readonly subject: string;
  readonly view: string;
  readonly eventKey: string;
  readonly lines: readonly Line[];
  readonly locals: { readonly preview: string } & Readonly<Record<string, unknown>>;
}

const deliverTo = (
  tx: Tx,
  person: TradeContact,
  offer: Omit<Offer, 'version'>,
  { subject, view, eventKey, lines, locals }: OfferMail,
) =>
  deliver(tx, {
    kind: 'offers',
    userId: person.id,
    to: person.email,
    subject,
    view,
    eventKey: `offer:${offer.id}:${eventKey}:${person.id}`,
    locals: {
      ...locals,
      ...amountsFor(tx, person.side, offer, lines),
      name: person.full_name,
      path: `/my_offers?offer=${offer.id}`,
      why: `${person[`${person.side}_name`]} is the ${person.side} in ${offer.offer_number}`,
    },
  });

/** Asks the side whose turn it is, once per expiry. */
export async function expiryReminder(tx: Tx, offer: Omit<Offer, 'version'> & Pick<OfferRow, 'state'>) {
  const side = offer.state === reviewState.seller ? 'seller' : 'buyer';
  const expiresAt = timeOf(offer);
  const [people, lines] = await Promise.all([tradeContacts(tx, offer), linesOf(tx, [offer.id])]);
  for (const person of people.filter((one) => one.side === side))
    await deliverTo(tx, person, offer, {
      subject: `${offer.offer_number} expires tomorrow`,
      view: 'offer_expires',
      eventKey: `expires:${offer.expires_at?.getTime()}`,
      lines,
      locals: {
        offerNumber: offer.offer_number,
        company: person[`${other(side)}_name`],
        expiresAt,
        preview: `${RESPOND} before ${expiresAt}.`,
      },
    });
}
