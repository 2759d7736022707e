import { randomUUID } from 'node:crypto';
import { showCompany, updateCompany } from '../../server/accounts/company/contract';
import type { Buyer } from '../../server/accounts/policy';
import { changeBuyerPoNumber } from '../../server/orders/contract';
import { applyEvent } from '../../server/orders/transitions';
import { Client } from '../support/client';
import { renderDocuments } from '../support/documents';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const anAddress = () => `payables-${randomUUID()}@ridgeline.example`;

const setAddress = async (buyer: Buyer, ap_email: string | null) =>
  (await factory.as(buyer)).call(updateCompany, {}, { ap_email });

async function aPaidOrder(ap_email: string | null, buyer_po_number?: string) {
  const order = await factory.anOrder();
  expect((await setAddress(order.buyer, ap_email)).status).toBe(200);
  const client = await factory.as(order.buyer);
  const rename = (buyer_po_number: string) =>
    client.call(changeBuyerPoNumber, { id: order.id }, { buyer_po_number });
  if (buyer_po_number) await rename(buyer_po_number);
  await factory.transaction((tx) => applyEvent(tx, order.id, 'confirm_payment', { actor: 'provider' }));
  return { ...order, rename, invoice: `INV-${order.po_number.slice('PO-'.length)}` };
}

const mailsTo = (recipient: string) => factory.db('mails').where({ recipient }).orderBy('id');
const linkIn = (text: string, path: string) => {
  const found = new RegExp(`/${path}/[\\w.-]+`).exec(text)?.[0];
  if (!found) throw new Error(`No ${path} in ${text}`);
  return found;
};
const get = (path: string) => new Client(app.origin).send('GET', path);

test('owners of a buyer set it, others read it, sellers have none', async () => {
  const buyer = await factory.aBuyer();
  const email = anAddress();
  const answer = await setAddress(buyer, `  ${email.toUpperCase()} `);
  expect(answer.body.company).toMatchObject({ id: buyer.buyer_id, kind: 'buyer', ap_email: email });
  const viewer = await factory.aMember(buyer, 'viewer');
  expect((await (await factory.as(viewer)).call(showCompany, {})).body.company.ap_email).toBe(email);
  expect((await setAddress(viewer, null)).status).toBe(403);
  expect((await setAddress(await factory.aMember(buyer, 'approver'), null)).status).toBe(403);
  const asSeller = await factory.as(await factory.aSeller());
  expect((await asSeller.request('PUT', '/company', { body: { ap_email: email } })).status).toBe(403);
  expect((await asSeller.call(showCompany, {})).body.company.ap_email).toBeNull();
  for (const wrong of ['nobody', 'a@b', `${'x'.repeat(250)}@example.com`, {}]) {
    const refused = await (await factory.as(buyer)).request('PUT', '/company', { body: { ap_email: wrong } });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      422,
      expect.stringContaining('Enter a valid email'),
    ]);
  }
  expect((await setAddress(buyer, '')).body.company.ap_email).toBeNull();
});

test('it gets the invoice and the one that replaces it, which anyone with the link reads', async () => {
  const email = anAddress();
  const order = await aPaidOrder(email, '4500012345');
  await order.rename('4500099999');
  const mails = await mailsTo(email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Invoice ${order.invoice} (your PO 4500012345)`,
    `Invoice ${order.invoice}-2 (your PO 4500099999)`,
  ]);
  expect(mails[1]?.text).toMatch(new RegExp(`Replaces\\s+${order.invoice}`));
  const path = linkIn(mails[0]?.text ?? '', 'shared_documents');
  expect((await get(path)).status).toBe(503);
  await renderDocuments(app);
  const { status, headers } = await get(path);
  const shown = ['content-type', 'cache-control', 'x-robots-tag'].map((name) => headers.get(name));
  expect([status, ...shown]).toEqual([200, 'application/pdf', 'private, no-store', 'noindex']);
  expect(headers.get('content-disposition')).toContain(`${order.invoice}.pdf`);
  for (const forged of [
    `${path}x`,
    path.replace(/[^.]+$/, 'aaaa'),
    '/shared_documents/1',
    '/shared_documents/a.b.c',
  ])
    expect([forged, (await get(forged)).status]).toEqual([forged, 404]);
});

test('without an address nothing is mailed, and without a number the subject has none', async () => {
  const email = anAddress();
  const order = await aPaidOrder(email);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([`Invoice ${order.invoice}`]);
  const before = await factory.db('mails').whereLike('subject', 'Invoice %').count().first();
  await aPaidOrder(null);
  expect(await factory.db('mails').whereLike('subject', 'Invoice %').count().first()).toEqual(before);
});

test('another address or none ends the links of the one before', async () => {
  const email = anAddress();
  const order = await aPaidOrder(email);
  await renderDocuments(app);
  const [mail] = await mailsTo(email);
  const path = linkIn(mail?.text ?? '', 'shared_documents');
  expect((await get(path)).status).toBe(200);
  for (const other of [anAddress(), null]) {
    await setAddress(order.buyer, other);
    expect((await get(path)).status).toBe(404);
  }
});

test('its reader turns the mails off by one click, and the owners are told', async () => {
  const email = anAddress();
  const order = await aPaidOrder(email);
  const [mail] = await mailsTo(email);
  const headers = mail?.headers as Record<string, string>;
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const path = linkIn(headers['List-Unsubscribe'] ?? '', 'unsubscribe');
  expect(linkIn(mail?.text ?? '', 'unsubscribe')).toBe(path);
  const page = await new Client(app.origin).send('GET', path, { headers: { Accept: 'text/html' } });
  expect(page.text).toContain('Turn off emails with invoices and credit memos?');
  const asOwner = await factory.as(order.buyer);
  expect((await asOwner.call(showCompany, {})).body.company.ap_email).toBe(email);
  const clicks = await Promise.all([1, 2, 3].map(() => new Client(app.origin).send('POST', path)));
  expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await asOwner.call(showCompany, {})).body.company.ap_email).toBeNull();
  const told = (await mailsTo(order.buyer.email)).filter(({ subject }) => /no longer go/.test(subject));
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain(email);
  await setAddress(order.buyer, anAddress());
  await new Client(app.origin).send('POST', path);
  expect((await asOwner.call(showCompany, {})).body.company.ap_email).not.toBeNull();
});
