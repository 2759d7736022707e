// Claims, earnings, payouts and the page of one click, in every state of the demo and some that are provoked.
import { closeNotes } from './notes.mjs';

const button = (page, name) => page.getByRole('button', { name, exact: typeof name === 'string' }).first();
const press = (name) => (page) => button(page, name).click({ timeout: 5_000 });
const dialog = (page) => page.getByRole('dialog');
const json = (body) => (route) =>
  route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(body) });
const accepted = { headers: { Accept: 'application/json' } };
const get = async (page, path) => (await page.request.get(path, accepted)).json();
const then =
  (...acts) =>
  async (page) => {
    for (const act of acts) await act(page);
  };

/** The order page of the viewer's first claim in the status. */
const orderOfClaim = (status) => async (page) => {
  const { claims } = await get(page, '/marketplace/claims');
  const claim = claims.find((one) => one.status === status);
  if (!claim) throw new Error(`The demo has no claim that is ${status}`);
  await page.goto(`/my_orders/${claim.purchase_order_id}`);
  await page.locator('article.claim').first().waitFor({ timeout: 5_000 });
  await page.locator('article.claim').first().scrollIntoViewIfNeeded();
};

const openForm = async (page) => {
  const { data } = await get(page, '/marketplace/purchase_orders');
  const order = data.find(({ attributes }) => attributes.can.claim);
  await page.goto(`/my_orders/${order.attributes.id}`);
  await button(page, 'Report a Problem').click({ timeout: 5_000 });
  await dialog(page).waitFor({ timeout: 5_000 });
};

const manyLines = async (page) => {
  const claimable = Array.from({ length: 500 }, (_one, at) => ({
    purchase_order_product_id: at + 1,
    name: `Stoneware plate ${at + 1}, 10.5 in, ${['white', 'sand', 'charcoal'][at % 3]}`,
    quantity: 24,
    unit_cents: 425,
  }));
  await page.route('**/purchase_orders/*/claims', json({ claims: [], claimable }));
};

const search = (text) => async (page) => {
  await dialog(page).getByRole('searchbox').fill(text);
  await page.waitForTimeout(700);
};

const send = async (page) => button(page, 'Send Claim').click({ timeout: 5_000 });

const openClaim = (status) => async (page) => {
  const { claims } = await get(page, '/admin/claims?per=100');
  const claim = claims.find((one) => one.status === status);
  await page.goto(`/admin/claims?claim=${claim.id}`);
  await dialog(page).locator('article.claim').waitFor({ timeout: 5_000 });
};

const wrongDecision = async (page) => {
  await dialog(page).locator('input[name^=refund_]').first().fill('9999');
  await button(page, 'Deny Claim').click();
  await dialog(page).getByText('Required').scrollIntoViewIfNeeded();
};

const firstOrder = (status) => async (page) => {
  const { data } = await get(page, '/marketplace/purchase_orders?per=200');
  const order = data.find(({ attributes }) => attributes.status === status);
  await page.goto(`/admin/purchase_orders/${order.attributes.id}`);
  await page.locator('.order-page').waitFor({ timeout: 5_000 });
};

const unclaimedOrder = async (page) => {
  const { data } = await get(page, '/marketplace/purchase_orders?per=200&status=received');
  const { claims } = await get(page, '/admin/claims?per=100');
  const claimed = new Set(claims.map(({ po_number }) => po_number));
  const order = data.find(
    ({ attributes }) => attributes.status === 'received' && !claimed.has(attributes.po_number),
  );
  await page.goto(`/admin/purchase_orders/${order.attributes.id}`);
  await page.locator('.order-page').waitFor({ timeout: 5_000 });
};

async function toUnsubscribe(page) {
  const mails = await get(page, '/dev/mailbox.json');
  const headers = mails.map((mail) => mail.headers?.['List-Unsubscribe']).filter(Boolean);
  const address = /<([^>]+)>/.exec(headers[0] ?? '')?.[1];
  await page.goto(new URL(address ?? '/').pathname);
}

const pointAtRefund = async (page) => {
  const { refunds } = await get(page, '/admin/refunds');
  await page.goto(`/admin/payouts?refund=${refunds[0].id}`);
};

export const moneyStates = {
  visitor: {
    unsubscribe: ['/dev/mailbox', toUnsubscribe],
    unsubscribed: ['/dev/mailbox', then(toUnsubscribe, press('Turn Off'))],
  },
  buyer: {
    'claim-open': ['/my_orders', orderOfClaim('open')],
    'claim-review': ['/my_orders', orderOfClaim('in_review')],
    'claim-approved': ['/my_orders', orderOfClaim('approved')],
    'claim-denied': ['/my_orders', orderOfClaim('denied')],
    'claim-withdrawn': ['/my_orders', orderOfClaim('withdrawn')],
    'claim-withdraw': ['/my_orders', then(orderOfClaim('open'), press('Withdraw Claim'))],
    'claim-form': ['/my_orders', openForm],
    'claim-form-errors': ['/my_orders', then(openForm, send)],
    'claim-form-many': ['/my_orders', then(manyLines, openForm, search('plate 12'))],
  },
  seller: {
    'claim-open': ['/my_orders', orderOfClaim('open')],
    'claim-agree': ['/my_orders', then(orderOfClaim('open'), press(/^Agree and Refund/))],
    'claim-dispute': [
      '/my_orders',
      then(orderOfClaim('open'), press('Dispute Claim'), (page) =>
        dialog(page).getByRole('button', { name: 'Dispute Claim' }).click(),
      ),
    ],
    'earnings-payout': ['/dashboard/earnings', press(/^View PAY-/)],
    'earnings-refunds': ['/dashboard/earnings', press('Refunds')],
    'earnings-cancellations': ['/dashboard/earnings', press('Cancellations')],
  },
  shop: { 'earnings-negative': ['/dashboard/earnings', closeNotes] },
  staff: {
    'claims-open': ['/admin/claims', openClaim('open')],
    'claims-review': ['/admin/claims', openClaim('in_review')],
    'claims-wrong': ['/admin/claims', then(openClaim('in_review'), wrongDecision)],
    'claims-approved': ['/admin/claims', openClaim('approved')],
    'claims-denied': ['/admin/claims', openClaim('denied')],
    'claims-filtered': ['/admin/claims?status=withdrawn', async () => {}],
    'payouts-to-pay': ['/admin/payouts?status=draft', async () => {}],
    'payouts-void': ['/admin/payouts?status=void', async () => {}],
    'payouts-batch': ['/admin/payouts', press('Create Payout Batch')],
    'payouts-paid': [
      '/admin/payouts',
      then(press(/^Mark as Paid/), (page) =>
        dialog(page).getByRole('button', { name: 'Mark as Paid' }).click(),
      ),
    ],
    'payouts-voiding': ['/admin/payouts', press(/^Void Payout/)],
    'payouts-note': ['/admin/payouts', press(/^Add note/)],
    'payouts-refund': ['/admin/payouts', pointAtRefund],
    'payouts-settle': ['/admin/payouts', press('Mark as Refunded')],
    'order-received': ['/admin/purchase_orders', firstOrder('received')],
    'order-completed': ['/admin/purchase_orders', firstOrder('completed')],
    'order-canceled': ['/admin/purchase_orders', firstOrder('canceled')],
    'order-unpaid': ['/admin/purchase_orders', firstOrder('awaiting_initial_payment')],
    'order-release': ['/admin/purchase_orders', then(unclaimedOrder, press('Release Earnings'))],
    'order-address': [
      '/admin/purchase_orders',
      then(firstOrder('awaiting_shipment'), press(/ship-to address$/), (page) => dialog(page).waitFor()),
    ],
    'order-refund-wrong': [
      '/admin/purchase_orders',
      then(firstOrder('received'), press('Record a Refund'), (page) =>
        dialog(page)
          .getByRole('button', { name: /^Record/ })
          .last()
          .click(),
      ),
    ],
    'order-book': ['/admin/purchase_orders', then(firstOrder('received'), press('Record a Refund'))],
  },
};
