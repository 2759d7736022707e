// Threads of offers and orders: role → name → [address, act].

const attributesOf = async (page, path) => {
  const answer = await page.request.get(path, { headers: { Accept: 'application/json' } });
  return (await answer.json()).data.map(({ attributes }) => attributes);
};

const isOpen = ({ state }) => ['seller_review', 'buyer_review'].includes(state);

async function openThread(page, place = page, role = 'button') {
  await place
    .getByRole(role, { name: /^Messages/ })
    .first()
    .click({ timeout: 5_000 });
  await page.locator('.thread-list').first().waitFor({ timeout: 5_000 });
  await page.waitForTimeout(300);
  await page.locator('.thread').first().scrollIntoViewIfNeeded();
}

/** Opens the thread of the first open offer that fits. */
const offer =
  (fits, act = async () => {}) =>
  async (page) => {
    const found = (await attributesOf(page, '/offers')).find((one) => isOpen(one) && fits(one));
    await page.goto(`/my_offers?offer=${found.id}`);
    await openThread(page, page.locator(`.offer-card[data-row="${found.id}"]`), 'tab');
    await act(page);
  };

const order =
  (act = (page) => openThread(page)) =>
  async (page) => {
    const orders = await attributesOf(page, '/marketplace/purchase_orders');
    const found = orders.find(
      ({ message_count: count, status }) => status === 'awaiting_shipment' && count >= 3,
    );
    await page.goto(`/my_orders/${found.id}`);
    await act(page);
  };

async function failToSend(page) {
  await page.route('**/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.locator('.composer textarea').first().fill('Can you ship on Friday?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Not sent.').waitFor({ timeout: 5_000 });
}

const count =
  (most, least = most) =>
  ({ message_count: n }) =>
    n >= least && n <= most;
const isThread = (n) => count(n + 4, n);
const isLast = (text) => (one) => one.last_message?.body.startsWith(text);

const MASKED = isLast('We have a dock');
const HIDDEN = isLast('I can hold the price');

export const messageStates = {
  buyer: {
    'messages-none': ['/my_offers', offer(count(0))],
    'messages-masked': ['/my_offers', offer(MASKED)],
    'messages-hidden': ['/my_offers', offer(HIDDEN)],
    'messages-many': ['/my_offers', offer(isThread(40))],
    'messages-failed': ['/my_offers', offer(HIDDEN, failToSend)],
    'messages-order': ['/my_orders', order()],
    'messages-order-closed': ['/my_orders', order(async () => {})],
  },
  staff: {
    'messages-order': [
      '/admin/purchase_orders',
      async (page) => {
        const orders = await attributesOf(page, '/marketplace/purchase_orders?status=awaiting_shipment');
        const found = orders.find(({ message_count: n }) => n >= 3) ?? orders[0];
        await page.goto(`/admin/purchase_orders/${found.id}`);
        await openThread(page);
      },
    ],
  },
};
