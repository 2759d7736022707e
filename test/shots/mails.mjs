import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ejs from 'ejs';

const views = fileURLToPath(new URL('../../views', import.meta.url));
const options = { root: views, views: [views] };

const line = (name, amount, total) => ({ name, amount, total });

const lines = {
  shown: [
    line('Stoneware Dinner Plate, 10.5 in, Speckled White', '240 units × $4.25', '$1,020.00'),
    line('Trail Running Shoe, Women’s, Sizes 6–10 Assorted', '36 units × $28.50', '$1,026.00'),
    line('Linen Napkin', '1,200 units × $0.62', '$744.00'),
  ],
  more: 0,
};
const manyLines = {
  shown: Array.from({ length: 10 }, (_none, index) =>
    line(`Stoneware Plate ${index + 1}`, '24 units × $4.25', '$102.00'),
  ),
  more: 1234,
};

const common = {
  brandName: 'Lotwise',
  name: 'Dana Whitfield',
  whole: (text) => ejs.escapeXML(text).replace(/\b(?:OF|PO)-\d+/g, '<span class="whole">$&</span>'),
  paragraph: (text) => ejs.escapeXML(text.trim()).replace(/\r?\n/g, '<br>'),
  settingsPath: '/settings/notifications',
  chosen: true,
  url: (path) => path,
  path: '/',
  total: '$2,790.00',
  net: null,
  lines,
  note: null,
};

const move = (subject, sentence, preview, button, more = {}) => [
  'offer_move',
  { subject, sentence, preview, button, actor: '', ...more },
];

const order = (subject, view, more = {}) => [
  view,
  {
    subject,
    preview: subject,
    side: 'buyer',
    company: 'Stridewell',
    poNumber: 'PO-100119',
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    reason: null,
    deadline: 'Nov 24, 3:00 PM UTC',
    ...more,
  },
];
const toSeller = { side: 'seller', company: 'Ridgeline Outfitters', net: '$2,650.50' };

const notice = (subject, preview) => ({ subject, preview, path: '/', at: 'Nov 22, 3:00 PM UTC' });

const account = (subject, view, more = {}) => [view, { subject, chosen: false, ...more }];

const invited = (more) =>
  account(`${more.hasAccount ? 'You were invited to' : 'Join'} Maple Street Outlet`, 'company_invitation', {
    company: 'Maple Street Outlet',
    inviter: 'Maya Lindqvist',
    role: 'Purchaser',
    line: 'buys and negotiates within limits',
    limits: '',
    hasAccount: false,
    foreign: null,
    blockers: [],
    path: '/invitations/x',
    until: 'Dec 5, 3:00 PM UTC',
    ...more,
  });

const webhook = (subject, view, more = {}) => [
  view,
  {
    subject,
    host: 'erp.example.com',
    address: 'https://erp.example.com/lotwise',
    since: 'Nov 20, 3:00 PM UTC',
    ...more,
  },
];

const claim = (title, sentence) => [
  'claim',
  {
    title: `Claim CL-100004 on PO-100119: ${title}`,
    subject: `Claim CL-100004 on PO-100119: ${title}`,
    preview: 'Two cartons arrived crushed.',
    sentence,
    note: 'Two cartons arrived crushed, and the plates in them are broken.',
    lines: {
      shown: [line('Stoneware Dinner Plate, 10.5 in, Speckled White', '24 × damaged', '$102.00')],
      more: 0,
    },
    total: '$102.00',
    why: 'Ridgeline is the buyer in PO-100119',
  },
];

const card = (name, note, text) => ({
  name,
  note,
  text,
  below: '',
  path: '/',
  photo: '/demo/mug-cream-400.webp',
});

/** Name → [view, locals], with the texts of the mailers. */
const letters = {
  'offer-received': move(
    'New offer from Ridgeline: OF-100042, $2,790.00',
    'Ridgeline sent you offer OF-100042 for $2,790.00.',
    'Accept, counter or reject it before Nov 24, 3:00 PM UTC.',
    'Review Offer',
    {
      name: 'Astrid Moe',
      net: '$2,650.50',
      actor: 'Ridgeline',
      note: 'Two pallets, and we can pick up from your dock on Friday.',
    },
  ),
  'offer-countered': move(
    'Counteroffer on OF-100042: $2,790.00',
    'Stridewell countered offer OF-100042. The new total is $2,790.00.',
    'Accept, counter or reject it before Nov 24, 3:00 PM UTC.',
    'Review Counteroffer',
    { actor: 'Stridewell', note: 'Our best price\nat this quantity.' },
  ),
  'offer-rejected': move(
    'OF-100042 was rejected',
    'Stridewell rejected offer OF-100042 for $2,790.00.',
    'The offer is closed. You can send a new one at any time.',
    'View Offer',
  ),
  'offer-withdrawn': move(
    'OF-100042 was withdrawn',
    'Ridgeline withdrew offer OF-100042 for $2,790.00.',
    'The offer is closed. No stock was reserved.',
    'View Offer',
    { net: '$2,650.50', lines: manyLines },
  ),
  'counter-withdrawn': move(
    'Counteroffer on OF-100042 was withdrawn',
    'Stridewell withdrew the counteroffer on OF-100042. Your offer of $2,790.00 is under review again.',
    'The seller can accept, counter or reject it before Nov 24, 3:00 PM UTC.',
    'View Offer',
  ),
  'offer-expired': move(
    'OF-100042 expired',
    'Offer OF-100042 for $2,790.00 expired without an answer.',
    'The offer is closed. No stock was reserved.',
    'View Offer',
  ),
  'offer-reduced': move(
    'Review the reduced quantities of OF-100042',
    'Stridewell accepted offer OF-100042, but stock fell short. We reduced it to what is available: $2,790.00.',
    'Accept, counter or reject the reduced offer before Nov 24, 3:00 PM UTC.',
    'Review Offer',
  ),
  'offer-expires': [
    'offer_expires',
    {
      subject: 'OF-100042 expires tomorrow',
      offerNumber: 'OF-100042',
      company: 'Stridewell',
      expiresAt: 'Nov 24, 3:00 PM UTC',
    },
  ],
  'order-placed-buyer': order('PO-100119: pay $2,790.00 by Nov 24, 3:00 PM UTC', 'order_placed'),
  'order-placed-seller': order('New order PO-100119 from Ridgeline Outfitters', 'order_placed', toSeller),
  'order-unpaid': order('PO-100119 will be canceled in 24 hours unless paid', 'order_unpaid', { hours: 24 }),
  'order-confirmed-buyer': order('Payment received for PO-100119', 'order_confirmed'),
  'order-confirmed-seller': order('Payment received for PO-100119', 'order_confirmed', toSeller),
  'order-shipped': order('PO-100119 has shipped', 'order_shipped', {
    isPart: false,
    carrier: 'UPS',
    tracking: [{ number: '1Z999AA10123456784', url: 'https://www.ups.com/track' }],
  }),
  'order-shipped-part': order('Part of PO-100119 has shipped', 'order_shipped', {
    isPart: true,
    total: null,
    carrier: 'Estes',
    tracking: [
      { number: '0123456789', url: null },
      { number: '0123456790', url: null },
    ],
  }),
  'order-ready': order('PO-100119 is ready for pickup in Dayton, OH', 'order_ready', {
    place: 'Dayton, OH',
    origin: {
      company: 'Stridewell Warehouse',
      line1: '48 Canal Street',
      line2: null,
      city: 'Dayton',
      region: 'OH',
      postal_code: '45402',
      hours: 'Mon–Fri 8–4',
    },
  }),
  'order-needs-address': order('Add a ship-to address for PO-100119', 'order_needs_address'),
  'order-late': order('PO-100119 is late to ship', 'order_late', { ...toSeller, shipBy: 'Nov 24' }),
  'order-arrived': order('Did PO-100119 arrive?', 'order_arrived', { due: 'Nov 27, 3:00 PM UTC' }),
  'order-received': order('PO-100119 was received. $2,511.00 becomes available Nov 30.', 'order_received', {
    ...toSeller,
    amount: '$2,511.00',
    day: 'Nov 30',
  }),
  'order-canceled': order('PO-100119 was canceled', 'order_canceled', {
    reason: 'The payment did not arrive in time.',
  }),
  'daily-digest': [
    'daily_digest',
    {
      subject: 'Your day on Lotwise: 2 offers, 1 order',
      counts: '2 offers, 1 order',
      button: 'Review My Offers',
      why: 'you chose to get these emails daily',
      sections: [
        {
          label: 'Offers and messages',
          lines: [
            notice(
              'New offer from Ridgeline Outfitters: OF-100042, $2,790.00',
              'Accept, counter or reject it before Nov 24, 3:00 PM UTC.',
            ),
            notice('OF-100042 was withdrawn', 'The offer is closed. No stock was reserved.'),
            notice(
              'Counteroffer on OF-100039: $1,310.00',
              'Accept, counter or reject it before Nov 22, 9:00 AM UTC.',
            ),
          ],
          more: 12,
        },
        {
          label: 'Orders and shipping',
          lines: [
            notice('New order PO-100119 from Ridgeline Outfitters', 'Wait for payment before you ship.'),
          ],
          more: 0,
        },
      ],
    },
  ],
  'favorites-changed': [
    'favorites_changed',
    {
      subject: '2 of your favorites changed',
      preview: 'These offers may not last.',
      path: '/favorites',
      products: [
        card('Stoneware Dinner Plate, 10.5 in, Speckled White', 'Price drop', '$5.00 → $4.20'),
        card('Charcoal Mug', 'Back in stock', '$3.10'),
      ],
      more: 0,
      why: 'you saved these products as favorites',
    },
  ],
  'saved-search-news': [
    'saved_search_news',
    {
      subject: '54 new: Home, >60% off',
      preview: 'Stoneware Dinner Plate, Charcoal Mug',
      sections: ['Home, >60% off', 'Mugs'].map((search) => ({
        search,
        path: '/',
        unsubscribePath: '/unsubscribe/x',
        products: Array.from({ length: 10 }, (_none, index) => ({
          ...card(
            `Stoneware Dinner Plate, 10.5 in, Speckled White, Lot ${index + 1}`,
            'Harrow & Pine',
            '$4.20',
          ),
          below: '68% off MSRP',
        })),
        more: 17,
      })),
      chosen: false,
      why: 'you saved this search and chose to get emails about it',
    },
  ],
  ...Object.fromEntries(
    [
      [
        'opened',
        'Ridgeline reported a problem. Agree or dispute it by Nov 26, 3:00 PM UTC, or our team decides.',
      ],
      ['disputed', 'Stridewell disputes your claim. Our team reviews it.'],
      ['in_review', "Stridewell didn't answer in time. Our team reviews the claim."],
      [
        'approved',
        'Our team approved the claim: $102.00 is refunded to Ridgeline. The refund goes to the original payment method.',
      ],
      ['denied', 'Our team denied the claim.'],
      ['new message', 'Ridgeline wrote to you.'],
    ].map(([event, sentence]) => [
      `claim-${event.replace(' ', '-')}`,
      claim(event.replace('_', ' '), sentence),
    ]),
  ),
  'new-messages': [
    'new_messages',
    {
      subject: 'New message from Ridgeline Outfitters about OF-100042',
      preview: 'Can you hold the price until Friday?',
      from: 'Ridgeline Outfitters',
      offerNumber: 'OF-100042',
      earlier: 2,
      texts: [
        {
          name: 'Ridgeline Outfitters',
          at: 'Nov 22, 2:10 PM UTC',
          body: 'Are the plates boxed by the dozen?\nWe need retail boxes.',
        },
        {
          name: 'Ridgeline Outfitters',
          at: 'Nov 22, 2:14 PM UTC',
          body: 'Can you hold the price until Friday? Call me at [hidden until payment].',
        },
      ],
      why: 'Stridewell is the seller in OF-100042',
    },
  ],
  'payout-paid': [
    'payout_paid',
    {
      subject: 'Payout PAY-100007: $12,402.50',
      preview: 'Reference WIRE-2026-1187.',
      payoutNumber: 'PAY-100007',
      amount: '$12,402.50',
      paidOn: 'Nov 22, 2026',
      orders: '7 orders',
      reference: 'WIRE-2026-1187',
      why: 'Stridewell was paid',
    },
  ],
  'refund-sent': order('Refund of $102.00 for PO-100119', 'refund_sent', {
    amount: '$102.00',
    claimNumber: null,
    reason: 'Water damage in our warehouse.',
    lines: {
      shown: [{ name: 'Merino Beanie', amount: '12 of 60 canceled', total: '$102.00' }],
      more: 0,
    },
    freight: null,
    total: '$102.00',
    totalLabel: 'Refunded',
    net: null,
    document: { label: 'Credit memo', path: '/' },
  }),
  'order-rest-canceled': order('12 of 60 units of PO-100119 were canceled', 'order_rest_canceled', {
    units: '12 of 60 units',
    reason: 'Water damage in our warehouse.',
    net: null,
  }),
  'rule-limit': [
    'rule_limit',
    {
      subject: 'Your offer rule reached its daily limit',
      preview: '3 offers wait for your answer.',
      rule: 'All products',
      orders: '20 orders',
      limit: 20,
      waiting: '3 offers',
      verb: 'wait',
      why: 'one of your offer rules reached its daily limit',
    },
  ],
  'offer-closed': move(
    'OF-100042 was closed',
    'We closed offer OF-100042 for $2,790.00 because the other account is no longer active.',
    'The offer is closed. No stock was reserved.',
    'View Offer',
  ),
  'approved-again': account('Your account is approved', 'approved', { hasPassword: true }),
  'application-known': account('You already have an account or application', 'application_known'),
  'application-received': account('We received your application', 'application_received'),
  approved: account('Welcome to Lotwise', 'approved', { hasPassword: false }),
  denied: account('Your Lotwise application', 'denied'),
  'approval-needed': move(
    'Approval needed: OF-100042, $2,790.00',
    'Ben Ruiz wants to buy OF-100042 from Stridewell for $2,790.00, above the limit of $500.00 per order.',
    'Approve or decline it by Nov 29, 3:00 PM UTC.',
    'Review Request',
    {
      side: 'buyer',
      buyerPoNumber: '4500012345',
      actor: 'Ben Ruiz',
      note: 'They load on Friday.',
      why: 'you approve purchases for Maple Street Outlet',
    },
  ),
  'approval-approved': move(
    'Approved: OF-100042',
    'Anna Bauer approved your request for OF-100042, $2,790.00.',
    'The order with Stridewell was placed.',
    'View Offer',
    { side: 'buyer', why: 'you asked for approval at Maple Street Outlet' },
  ),
  'approval-declined': move(
    'Declined: OF-100042',
    'Anna Bauer declined your request for OF-100042, $2,790.00.',
    'Nothing was sent or ordered.',
    'View Offer',
    {
      side: 'buyer',
      actor: 'Anna Bauer',
      note: 'Wait for the new season.',
      why: 'you asked for approval at Maple Street Outlet',
    },
  ),
  'approval-lapsed': move(
    'Lapsed: OF-100042',
    'The offer changed before the request was decided.',
    'Nothing was sent or ordered. Review the offer and ask again.',
    'View Offer',
    { side: 'buyer', why: 'you asked for approval at Maple Street Outlet' },
  ),
  'company-invitation': invited({ limits: '$500.00 per order, $2,000.00 per 30 days' }),
  'company-invitation-move': invited({ hasAccount: true }),
  'company-invitation-blocked': invited({
    hasAccount: true,
    blockers: ['2 orders are still open.', '1 offer is still open.'],
  }),
  'company-invitation-foreign': invited({
    hasAccount: true,
    foreign: "This address belongs to a seller's account.",
  }),
  'company-role': account('Your role at Maple Street Outlet changed', 'company_role', {
    company: 'Maple Street Outlet',
    role: 'Purchaser',
    line: 'buys and negotiates within limits',
    limits: '$500.00 per order',
  }),
  'company-limits': account('Your spending limits at Maple Street Outlet changed', 'company_limits', {
    company: 'Maple Street Outlet',
    limits: '$500.00 per order, $2,000.00 per 30 days',
  }),
  'company-access-ended': account(
    'You no longer have access to Maple Street Outlet',
    'company_access_ended',
    {
      company: 'Maple Street Outlet',
    },
  ),
  'ap-email-cleared': account('Invoices no longer go to accounts payable', 'ap_email_cleared', {
    company: 'Maple Street Outlet',
    apEmail: 'payables@example.com',
  }),
  'ap-invoice': account('Invoice INV-100119-2 (your PO 4500012345)', 'shared_document', {
    sentence: 'Maple Street Outlet paid Stridewell $2,790.00 for PO-100119.',
    facts: [
      ['Number', 'INV-100119-2'],
      ['Replaces', 'INV-100119'],
      ['Your PO', '4500012345'],
      ['Purchase order', 'PO-100119'],
      ['Seller', 'Stridewell'],
      ['Total', '$2,790.00'],
    ],
    unsubscribePath: '/unsubscribe/x',
    why: 'Maple Street Outlet has its invoices sent to this address',
  }),
  'api-key-created': account('New API key: ERP sync', 'api_key_created', {
    key: 'ERP sync',
    prefix: 'lwk_8Fq2',
    company: 'Maple Street Outlet',
    creator: 'Maya Lindqvist',
    capabilities: ['offers:read', 'offers:write', 'orders:read'],
  }),
  'api-key-expires': account('API key "ERP sync" expires in 14 days', 'api_key_expires', {
    key: 'ERP sync',
    prefix: 'lwk_8Fq2',
    company: 'Maple Street Outlet',
    days: '14 days',
    expires: 'Dec 6, 2026',
  }),
  'webhook-failing': webhook('Webhook failing: erp.example.com', 'webhook_failing'),
  'webhook-disabled': webhook('Webhook disabled: erp.example.com', 'webhook_disabled', { isGone: false }),
  'webhook-gone': webhook('Webhook disabled: erp.example.com', 'webhook_disabled', { isGone: true }),
  'company-joined': account('Ben Ruiz joined Maple Street Outlet', 'company_joined', {
    joined: 'Ben Ruiz',
    email: 'purchaser@example.com',
    company: 'Maple Street Outlet',
    role: 'Purchaser',
    path: '/settings/company',
  }),
  invitation: account('You’re invited to manage Stridewell', 'invitation', { sellerName: 'Stridewell' }),
  'codes-blocked': account('Someone knows your password', 'codes_blocked'),
  'second-factor-on': account('Two-step verification is on', 'second_factor', { isOn: true }),
  'second-factor-off': account('Two-step verification is off', 'second_factor', { isOn: false }),
  'factor-reset': account('Your two-step verification will be reset', 'factor_reset', {
    due: 'Nov 24, 3:00 PM UTC',
    cancelPath: '/factor_resets/x',
  }),
  'reset-password': account('Reset your password', 'reset_password'),
  'contact-request': account('Message from Dana Whitfield', 'contact_request', {
    email: 'dana@example.com',
    message: 'Hello,\n\ncan you ship to Canada?',
  }),
};

async function compose(view, locals) {
  const all = { ...common, ...locals };
  const body = await ejs.renderFile(join(views, 'mails', `${view}.ejs`), all, options);
  return ejs.renderFile(join(views, 'layouts/mail.ejs'), { ...all, body }, options);
}

/** Name → [address, act]: each mail, shown in the window. */
export const mails = Object.fromEntries(
  Object.entries(letters).map(([name, [view, locals]]) => [
    name,
    [
      '/dev/mailbox',
      async (page) => {
        const body = await compose(view, locals);
        await page.route('**/dev/mailbox/0', (route) => route.fulfill({ contentType: 'text/html', body }));
        await page.goto('/dev/mailbox/0');
      },
    ],
  ]),
);
