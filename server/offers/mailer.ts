import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { type TradeContact, tradeContacts } from '../accounts/trade-contacts';
import { net } from '../contract/fee';
import { dollars, sum } from '../contract/money';
import { linesForMail, mailTime } from '../mail/lines';
import { deliver, deliverAll, deliverWithCommit } from '../mail/mailer';
import { moveText, RESPOND } from './mails/move-texts';
import { type OfferBy, totalOf } from './offer';
import { type Line, linesOf, noteForMail } from './queries';
import { type OfferState, reviewState, type Side } from './rules';
import { isToQuote, quoteFacts } from './shipping/quote-facts';
import { freightOf } from './shipping/shipping';
import type { OfferEvent } from './state-machine';

const contactsOf = (tx: Tx, { id, ...offer }: Omit<Offer, 'version'>) =>
  tradeContacts(tx, { ...offer, offer_id: id });

const other = (side: Side): Side => (side === 'buyer' ? 'seller' : 'buyer');

type Offer = Pick<
  OfferRow,
  | 'id'
  | 'offer_number'
  | 'buyer_id'
  | 'seller_id'
  | 'version'
  | 'expires_at'
  | 'freight_cents'
  | 'shipping_terms'
  | 'ship_to'
  | 'buyer_po_number'
>;

export interface OfferMove {
  readonly event: OfferEvent;
  readonly from: OfferState;
  readonly lines: readonly Line[];
  readonly by: OfferBy;
  readonly note?: string | null | undefined;
  readonly historyId?: bigint | undefined;
  /** Of the other side, where the act has read them. */
  readonly people?: readonly TradeContact[] | undefined;
  /** Either side's are kept (server/events). */
  readonly keepsEvents: boolean;
}

const timeOf = ({ expires_at }: Pick<Offer, 'expires_at'>, { zone }: TradeContact) =>
  expires_at ? mailTime(expires_at, zone) : '';

/** Tells the other side of a move; both sides where the system moved. Once per event, version and person. */
export async function sendOfferMail(
  tx: Tx,
  offer: Offer,
  { event, lines, by, people: found, ...noted }: Omit<OfferMove, 'from'>,
) {
  const write = moveText(event, by, offer);
  if (!write) return;
  const [people, note] = await Promise.all([found ?? contactsOf(tx, offer), noteForMail(tx, noted)]);
  const facts = {
    number: offer.offer_number,
    total: dollars(sum([totalOf(lines), freightOf(offer)])),
  };
  // A denied person no longer trades.
  const readers = people.filter(({ side, status }) => side !== by.actor && status !== 'denied');
  const mails = readers.map((person) => {
    const actor = by.actor === 'buyer' || by.actor === 'seller' ? person[`${by.actor}_name`] : '';
    const text = write({ ...facts, expires: timeOf(offer, person), actor, side: person.side });
    return mailTo(tx, person, offer, {
      subject: text.subject,
      view: 'offer_move',
      eventKey: `${event}:${offer.version}`,
      lines: event === 'counter' ? lines.map((line) => besideOwnPrice(line, person.side)) : lines,
      locals: { ...text, note: note || null, actor, facts: isToQuote(offer) ? quoteFacts(offer, lines) : [] },
    });
  });
  // A denial ends any number of offers, whose mails would wait in memory for the commit.
  await (event === 'deny' ? deliverAll : deliverWithCommit)(tx, mails);
}

type WrittenLine = Line & { readonly note?: string };

/** Says what the reader asked or offered last, where the counter differs. */
function besideOwnPrice(line: Line, side: Side): WrittenLine {
  const own = side === 'buyer' ? line.buyer_price_cents : line.seller_price_cents;
  if (own === null || own === line.unit_price_cents) return line;
  return { ...line, note: `you ${side === 'buyer' ? 'offered' : 'asked'} ${dollars(own)}` };
}

function amountsFor(tx: Tx, side: Side, offer: Omit<Offer, 'version'>, lines: readonly WrittenLine[]) {
  const [goods, freight] = [totalOf(lines), freightOf(offer)];
  return {
    side,
    buyerPoNumber: offer.buyer_po_number,
    lines: linesForMail(lines),
    freight: isToQuote(offer) ? 'To be quoted' : offer.freight_cents === null ? null : dollars(freight),
    total: dollars(sum([goods, freight])),
    net: side === 'seller' ? dollars(sum([net(goods, tx.config.feeBps), freight])) : null,
  };
}

interface OfferMail {
  readonly subject: string;
  readonly view: string;
  readonly eventKey: string;
  readonly lines: readonly WrittenLine[];
  readonly locals: { readonly preview: string } & Readonly<Record<string, unknown>>;
}

const mailTo = (
  tx: Tx,
  person: TradeContact,
  offer: Omit<Offer, 'version'>,
  { subject, view, eventKey, lines, locals }: OfferMail,
) => ({
  kind: 'offers' as const,
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

const ANSWER = (before: string) => ({
  act: RESPOND,
  preview: `${RESPOND} before ${before}.`,
  button: 'Review Offer',
});
const QUOTE = (before: string) => ({
  act: 'Quote the freight or reject it',
  preview: `Quote the freight or reject it before ${before}.`,
  button: 'Quote Freight',
});

/** Asks the side whose turn it is, once per expiry. */
export async function expiryReminder(tx: Tx, offer: Omit<Offer, 'version'> & Pick<OfferRow, 'state'>) {
  const side = offer.state === reviewState.seller ? 'seller' : 'buyer';
  const [people, lines] = await Promise.all([contactsOf(tx, offer), linesOf(tx, [offer.id])]);
  for (const person of people.filter((one) => one.side === side)) {
    const expiresAt = timeOf(offer, person);
    const mail = mailTo(tx, person, offer, {
      subject: `${offer.offer_number} expires tomorrow`,
      view: 'offer_expires',
      eventKey: `expires:${offer.expires_at?.getTime()}`,
      lines,
      locals: {
        offerNumber: offer.offer_number,
        company: person[`${other(side)}_name`],
        expiresAt,
        ...(isToQuote(offer) && side === 'seller' ? QUOTE : ANSWER)(expiresAt),
      },
    });
    await deliver(tx, mail);
  }
}
