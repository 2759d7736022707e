import type { PaymentAttemptRow, PurchaseOrderRow } from '../../db/tables';
import type { Buyer, Seller } from '../../server/accounts/policy';
import { HOUR_MS } from '../../server/contract/durations';
import { cents } from '../../server/contract/money';
import { jobs } from '../../server/job-registry';
import { enqueue } from '../../server/jobs/job';
import { mailTime } from '../../server/mail/lines';
import { expireOffers, remindOfExpiry } from '../../server/offers/jobs';
import { transitionOrder } from '../../server/orders/staff/contract';
import {
  findDepositsReminders,
  remindOfPayment,
  sendPaymentReminder,
} from '../../server/payments/payment-reminders';
import { sessionParams } from '../../server/payments/session-params';
import { ADDRESS } from '../shipping/orders-to-ship';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));

interface Parties {
  readonly buyer: Buyer;
  readonly seller: Seller;
}

const parties = async (names: { buyer?: string; seller?: string } = {}): Promise<Parties> => {
  const [buyer, seller] = await Promise.all([factory.aBuyer(), factory.aSeller()]);
  await factory
    .db('buyers')
    .where({ id: buyer.buyer_id })
    .update({ name: names.buyer ?? 'Ridgeline' });
  await factory
    .db('sellers')
    .where({ id: seller.seller_id })
    .update({ name: names.seller ?? 'Stridewell' });
  return { buyer, seller };
};

const mailsTo = (person: Buyer | Seller) =>
  factory.db('mails').where({ recipient: person.email }).orderBy('id').select('subject', 'text', 'html');
const subjectsTo = async (person: Buyer | Seller) => (await mailsTo(person)).map(({ subject }) => subject);
const lastTo = async (person: Buyer | Seller) => (await mailsTo(person)).at(-1) ?? { text: '', html: '' };

async function act(who: Buyer | Seller, method: string, path: string, body: object = {}) {
  const answer = await (await factory.as(who)).request(method, path, { body });
  expect(answer.status).toBeLessThan(300);
}

/** Ten units at $8.00 of $10.00 asked. */
const anOffer = (people: Parties, more: object = {}) => factory.anOffer({ ...people, ...more });

describe('a move of an offer is mailed to the other side alone', () => {
  test('submit: with lines, totals and what the seller receives', async () => {
    const people = await parties();
    const offer = await anOffer(people);
    expect(await subjectsTo(people.buyer)).toEqual([]);
    expect(await subjectsTo(people.seller)).toEqual([
      `New offer from Ridgeline: ${offer.offer_number}, $80.00`,
    ]);
    const { text } = await lastTo(people.seller);
    expect(text).toContain(`Ridgeline sent you offer ${offer.offer_number} for $80.00.`);
    expect(text).toMatch(/10 × \$8\.00\s+\$80\.00/);
    expect(text).toMatch(/You receive after fees\s+\$7\d\.\d\d/);
    expect(text).toContain(`/my_offers?offer=${offer.id}`);
  });

  test('submit of an offer that waits for freight: what to quote it by, and no word of accepting', async () => {
    const people = await parties();
    await factory
      .db('sellers')
      .where({ id: people.seller.seller_id })
      .update({ shipping_terms: ['buyer_pays'] });
    await factory
      .db('addresses')
      .insert({ ...ADDRESS, dock: 'no_dock', buyer_id: people.buyer.buyer_id, is_default: true });
    const product = await factory.aProduct({
      seller: people.seller,
      outer_quantity: 5n,
      weight: '2.5',
      weight_unit: 'lbs',
    } as object);
    const offer = await anOffer(people, { lines: [{ product }] });
    const { text, html } = await lastTo(people.seller);
    expect(text).toContain(
      `Ridgeline sent you offer ${offer.offer_number} for $80.00 plus freight, which you quote.`,
    );
    for (const fact of [
      'Dayton, OH 45403 · no loading dock',
      'About 2 cartons',
      'About 25 lb',
      'Freight quoted by seller',
    ])
      expect(text).toContain(fact);
    expect(text).toMatch(/Freight\s+To be quoted/);
    expect(html).toMatch(/class="button"[^>]*>\s*Quote Freight/);
    expect(text).not.toMatch(/accept|400 Linden/i);
    await factory
      .db('offers')
      .where({ id: offer.id })
      .update({ expires_at: new Date(Date.now() + 20 * HOUR_MS) });
    await factory.transaction((tx) => enqueue(tx, remindOfExpiry, {}));
    await runDueJobs(factory.services, jobs);
    expect((await subjectsTo(people.seller)).at(-1)).toBe(`${offer.offer_number} expires tomorrow`);
    expect((await lastTo(people.seller)).text).toContain('Quote the freight or reject it before then.');
    expect((await lastTo(people.seller)).text).not.toMatch(/accept/i);
  });

  test('a seller who gave no name is greeted without one', async () => {
    const people = await parties();
    await factory.db('users').where({ id: people.seller.id }).update({ full_name: '' });
    await anOffer(people);
    expect((await lastTo(people.seller)).text).toMatch(/^Hello,/m);
  });

  test('counter, by each side, with its note', async () => {
    const people = await parties();
    const offer = await anOffer(people);
    const prices = (unit_price: number) => ({
      offer_products_attributes: [{ id: offer.lines[0]?.id, unit_price }],
    });
    const counter = `/offers/${offer.id}/counter_offer`;
    await act(people.seller, 'POST', counter, { ...prices(950), note: 'Two pallets, ready <today>' });
    expect(await subjectsTo(people.buyer)).toEqual([`Counteroffer on ${offer.offer_number}: $95.00`]);
    const toBuyer = await lastTo(people.buyer);
    expect(toBuyer.text).toContain('Stridewell: Two pallets, ready <today>');
    expect(toBuyer.html).toContain('ready &lt;today&gt;');
    expect(toBuyer.text + toBuyer.html).not.toMatch(/after fees/);
    expect(toBuyer.text).toContain('10 × $9.50 · you offered $8.00');
    await act(people.buyer, 'POST', counter, prices(900));
    expect((await lastTo(people.seller)).text).toContain('10 × $9.00 · you asked $9.50');
    expect(await subjectsTo(people.seller)).toHaveLength(2);
    expect((await subjectsTo(people.seller)).at(-1)).toBe(`Counteroffer on ${offer.offer_number}: $90.00`);
    expect(await subjectsTo(people.buyer)).toHaveLength(1);
  });

  test.each([
    ['the seller rejects', 'seller', '/counter_offer/reject', 'was rejected'],
    ['the buyer withdraws', 'buyer', '/withdraw', 'was withdrawn'],
  ] as const)('%s', async (_name, side, path, outcome) => {
    const people = await parties();
    const offer = await anOffer(people);
    const before = await subjectsTo(people[side]);
    await act(people[side], 'POST', `/offers/${offer.id}${path}`, { note: 'Sorry, sold elsewhere' });
    const other = people[side === 'buyer' ? 'seller' : 'buyer'];
    expect((await subjectsTo(other)).at(-1)).toBe(`${offer.offer_number} ${outcome}`);
    expect((await lastTo(other)).text).toContain('Sorry, sold elsewhere');
    expect(await subjectsTo(people[side])).toEqual(before);
  });

  test('expiry is mailed to both, once', async () => {
    const people = await parties();
    const offer = await anOffer(people);
    await factory
      .db('offers')
      .where({ id: offer.id })
      .update({ expires_at: new Date(Date.now() - 1_000) });
    for (let again = 0; again < 2; again++) {
      await factory.transaction((tx) => enqueue(tx, expireOffers, {}));
      await runDueJobs(factory.services, jobs);
    }
    for (const person of [people.buyer, people.seller])
      expect((await subjectsTo(person)).filter((subject) => subject.endsWith('expired'))).toEqual([
        `${offer.offer_number} expired`,
      ]);
  });

  test('short stock is mailed to the buyer when the seller accepts, not when the buyer does', async () => {
    for (const [accepting, state] of [
      ['seller', 'seller_review'],
      ['buyer', 'buyer_review'],
    ] as const) {
      const people = await parties();
      const offer = await anOffer(people, { state });
      await factory
        .db('products')
        .where({ id: offer.lines[0]?.product_id ?? 0 })
        .update({ units: 4n });
      const before = { buyer: await subjectsTo(people.buyer), seller: await subjectsTo(people.seller) };
      const answer = await (await factory.as(people[accepting])).request('PUT', `/offers/${offer.id}/accept`);
      expect(answer.status).toBe(422);
      const expected =
        accepting === 'seller' ? [`Review the reduced quantities of ${offer.offer_number}`] : [];
      expect((await subjectsTo(people.buyer)).slice(before.buyer.length)).toEqual(expected);
      expect(await subjectsTo(people.seller)).toEqual(before.seller);
    }
  });
});

test('a placed order tells the buyer until when to pay and the seller to wait', async () => {
  const people = await parties();
  const order = await factory.anOrder(people);
  const row = await factory.db('purchase_orders').where({ id: order.id }).first();
  expect((await subjectsTo(people.buyer)).at(-1)).toMatch(
    new RegExp(`^${row?.po_number}: pay \\$80\\.00 by \\w{3} \\d+, \\d+:\\d\\d [AP]M UTC$`),
  );
  expect((await subjectsTo(people.seller)).at(-1)).toBe(`New order ${row?.po_number} from Ridgeline`);
  expect((await lastTo(people.seller)).text).toContain('Wait for payment before you ship.');
  expect((await lastTo(people.buyer)).text).toContain(`/my_orders?order=${order.id}`);
});

test('a canceled order promises no earnings, and a refund to those who paid', async () => {
  for (const isPaid of [true, false]) {
    const people = await parties();
    const { id } = await factory.anOrder(people);
    const staff = await factory.as(await factory.staff());
    if (isPaid) await staff.call(transitionOrder, { id }, { event: 'confirm_payment' });
    await staff.call(transitionOrder, { id }, { event: 'cancel' });
    expect((await lastTo(people.seller)).text).toContain('was canceled');
    expect((await lastTo(people.seller)).text).not.toContain('after fees');
    const { text } = await lastTo(people.buyer);
    expect(text).toContain(isPaid ? 'canceled. Your payment will be refunded.' : "You won't be charged");
  }
});

test('an offer accepted twenty times at once is mailed once to each side', async () => {
  const people = await parties();
  const offer = await anOffer(people);
  const client = await factory.as(people.seller);
  await Promise.all(Array.from({ length: 20 }, () => client.request('PUT', `/offers/${offer.id}/accept`)));
  const placed = (subjects: string[]) => subjects.filter((subject) => /PO-\d+/.test(subject));
  expect(placed(await subjectsTo(people.buyer))).toHaveLength(1);
  expect(placed(await subjectsTo(people.seller))).toHaveLength(1);
});

test.each([
  ['a long name', 'N'.repeat(255)],
  ['line breaks', 'Ridge\r\nBcc: all@example.com'],
  ['markup', '<b>Ridge</b> & "Line"'],
])('subjects hold 60 characters, and names stay text: %s', async (_case, name) => {
  const people = await parties({ buyer: name });
  await anOffer(people);
  const mail = await lastTo(people.seller);
  const [subject = ''] = await subjectsTo(people.seller);
  expect(subject.length).toBeLessThanOrEqual(60);
  expect(subject).toMatch(/^New offer from [^\r\n]+: OF-\d+, \$80\.00$/);
  expect(mail.html).not.toContain('<b>Ridge');
});

test('of many lines ten are listed', async () => {
  const people = await parties();
  const products = await Promise.all(
    Array.from({ length: 12 }, () => factory.aProduct({ seller: people.seller })),
  );
  await anOffer(people, { lines: products.map((product) => ({ product, unit_price: cents(800) })) });
  const { text } = await lastTo(people.seller);
  expect(text.match(/10 × \$8\.00/g)).toHaveLength(10);
  expect(text).toContain('and 2 more');
  expect(text).toMatch(/Total\s+\$960\.00/);
});

test('times are in the zone of the reader’s company, which they name; in UTC without an address', async () => {
  const people = await parties();
  await factory.db('addresses').insert({
    ...ADDRESS,
    region: 'CA',
    postal_code: '90013',
    buyer_id: people.buyer.buyer_id,
    is_default: true,
  });
  const order = await factory.anOrder(people);
  const due = mailTime(new Date(order.created_at.getTime() + 48 * HOUR_MS), 'America/Los_Angeles');
  expect(due).toMatch(/ P[SD]T$/);
  expect((await subjectsTo(people.buyer)).at(-1)).toBe(`${order.po_number}: pay $80.00 by ${due}`);
  expect((await lastTo(people.buyer)).text).toContain(`by ${due}, or the order is canceled`);
  const offer = await anOffer(people);
  expect((await lastTo(people.seller)).text).toMatch(/before [A-Z][a-z]{2} \d+, \d+:\d\d [AP]M UTC/);
  const row = await factory.db('purchase_orders').where({ id: order.id }).first();
  const { custom_text } = await sessionParams(
    factory.services,
    row as PurchaseOrderRow,
    {
      attempt: 1,
      amount_cents: order.total_cents,
    } as PaymentAttemptRow,
  );
  const message = `Pay ${order.po_number} by ${due}, or the order is canceled.`;
  expect(custom_text).toEqual({ submit: { message } });
  expect(offer.state).toBe('seller_review');
});

describe('reminders to pay', () => {
  const remind = async (unpaidOrderHours = factory.services.config.unpaidOrderHours) => {
    const { services } = factory;
    await factory.transaction(async (tx) => {
      await enqueue(tx, remindOfPayment, {});
      await enqueue(tx, findDepositsReminders, {});
    });
    await runDueJobs({ ...services, config: { ...services.config, unpaidOrderHours } }, jobs);
  };
  const reminders = async (buyer: Buyer) =>
    (await subjectsTo(buyer)).flatMap((subject) => /canceled in \d+ hours/.exec(subject)?.[0] ?? []);

  async function anOrder(hoursAgo: number, changes: object = {}) {
    const people = await parties();
    const order = await factory.anOrder(people);
    await factory
      .db('purchase_orders')
      .where({ id: order.id })
      .update({ created_at: new Date(Date.now() - hoursAgo * HOUR_MS), ...changes });
    return people.buyer;
  }

  test('leave 24 and 4 hours before the order is canceled, once each, and never without need', async () => {
    const [early, day, late, paid, canceling] = [
      await anOrder(23),
      await anOrder(25),
      await anOrder(45),
      await anOrder(45, { status: 'payment_pending' }),
      await anOrder(49),
    ];
    for (let again = 0; again < 3; again++) await remind();
    expect(await Promise.all([early, day, late, paid, canceling].map(reminders))).toEqual([
      [],
      ['canceled in 24 hours'],
      ['canceled in 4 hours'],
      [],
      [],
    ]);
  });

  test('leave once the day before deposits have to be verified, and no other', async () => {
    const due = (hours: number) => ({
      status: 'requires_payment_action',
      deposits_due_at: new Date(Date.now() + hours * HOUR_MS),
    });
    const [far, near, refused, over] = [
      await anOrder(45, due(40)),
      await anOrder(25, due(23)),
      await anOrder(45, { ...due(3), status: 'awaiting_initial_payment' }),
      await anOrder(60, due(-1)),
    ];
    for (let again = 0; again < 2; again++) await remind();
    const ofDeposits = async (buyer: Buyer) =>
      (await subjectsTo(buyer)).filter((subject) => /verify|canceled in/.test(subject));
    expect(await ofDeposits(far)).toEqual([]);
    expect(await ofDeposits(near)).toEqual([
      expect.stringMatching(/^PO-\d+: verify your bank account by [A-Z][a-z]{2} \d+, \d+:\d\d [AP]M UTC$/),
    ]);
    expect((await lastTo(near)).text).toContain('or the order is canceled');
    expect((await subjectsTo(refused)).filter((subject) => subject.includes(': pay $80.00 by'))).toHaveLength(
      2,
    );
    expect((await lastTo(refused)).text).toContain("didn't go through");
    expect(await ofDeposits(over)).toEqual([]);
  });

  test('leave not at all where an order never had that much time', async () => {
    const buyer = await anOrder(0);
    await remind(4);
    await remind(3);
    expect(await reminders(buyer)).toEqual([]);
    await remind(12);
    expect(await reminders(buyer)).toEqual([]);
  });

  test('leave not when the order was paid, or little time is left, before the job ran', async () => {
    const [late, paid] = [await anOrder(46), await anOrder(25, { status: 'awaiting_shipment' })];
    for (const { buyer_id } of [late, paid]) {
      const order = await factory.db('purchase_orders').where({ buyer_id }).first('id');
      const payload = { order_id: order?.id ?? 0, hours: 24 };
      await factory.transaction((tx) => enqueue(tx, sendPaymentReminder, payload));
    }
    await runDueJobs(factory.services, jobs);
    expect([await reminders(late), await reminders(paid)]).toEqual([[], []]);
  });
});

test('an acceptance that stock prevents mails no order', async () => {
  const people = await parties();
  const offer = await anOffer(people);
  await factory
    .db('products')
    .where({ id: offer.lines[0]?.product_id ?? 0 })
    .update({ units: 4n });
  await (await factory.as(people.seller)).request('PUT', `/offers/${offer.id}/accept`);
  const subjects = [...(await subjectsTo(people.buyer)), ...(await subjectsTo(people.seller))];
  expect(subjects.filter((subject) => /PO-\d/.test(subject))).toEqual([]);
});

test('Buy Now mails both sides the order, and no move of an offer', async () => {
  const people = await parties();
  const offer = await anOffer(people, { state: 'draft' });
  await act(people.buyer, 'PUT', `/offers/${offer.id}/accept`);
  expect(await subjectsTo(people.buyer)).toEqual([expect.stringMatching(/^PO-\d+: pay \$100\.00 by /)]);
  expect(await subjectsTo(people.seller)).toEqual([
    expect.stringMatching(/^New order PO-\d+ from Ridgeline$/),
  ]);
});

test('a mail has the logo and one button, and ends with the reason for it', async () => {
  const people = await parties();
  const offer = await anOffer(people);
  const { html, text } = await lastTo(people.seller);
  expect(html).toMatch(/<img class="logo" src="[^"]+\/brand\/icon-192\.png"/);
  expect(html.match(/class="button"/g)).toHaveLength(1);
  expect(text.split('\n').at(-1)).toBe(
    `You received this email because Stridewell is the seller in ${offer.offer_number}.`,
  );
});
