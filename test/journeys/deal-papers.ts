/** What each mail and document of the deal says: facts that its reader needs, in the words that they read. */
interface Paper {
  readonly says: readonly (string | RegExp)[];
  /** Path of the button, then of the document that the mail links to. */
  readonly links?: readonly (string | RegExp)[];
}

export interface Figures {
  readonly feeless: string;
  readonly net: string;
  readonly left: string;
}

const GOODS = /20 × \$7\.00\s+\$140\.00/;
const AMOUNTS = [GOODS, /Freight\s+\$50\.00/, /Total\s+\$190\.00/] as const;
const TRACKED = (end: string) =>
  new RegExp(`1Z999AA1012345678${end}: https://www\\.ups\\.com/track\\?tracknum=1Z999AA1012345678${end}`);
const DOCUMENTS = /\/purchase_orders\/\d+\/documents\//.source;
const ORDER = /\/my_orders\?order=\d+$/;
const PAGE = /\/my_orders\/\d+$/;
const paper = (file: string) => new RegExp(`${DOCUMENTS}${file}\\.pdf$`);
const slip = (number: number) => new RegExp(`/purchase_orders/\\d+/shipments/${number}/packing_slip\\.pdf$`);
const STREET = '400 Linden Ave';

export const buyersMails: readonly (readonly [subject: RegExp, paper: Paper])[] = [
  [
    /^Counteroffer on OF: \$190\.00$/,
    { says: ['Harrow & Pine countered', ...AMOUNTS], links: [/\/my_offers\?offer=\d+$/] },
  ],
  [
    /^PO: pay \$190\.00 by /,
    {
      says: ['Harrow & Pine is placed', ...AMOUNTS, 'or the order is canceled'],
      links: [ORDER, paper('purchase_order')],
    },
  ],
  [
    /^Payment received for PO$/,
    { says: ['your payment of $190.00', ...AMOUNTS], links: [ORDER, paper('invoice')] },
  ],
  [
    /^Part of PO has shipped$/,
    { says: ['UPS', TRACKED('4'), /12 × \$7\.00\s+\$84\.00/], links: [PAGE, slip(1)] },
  ],
  [/^PO has shipped$/, { says: ['UPS', TRACKED('5'), /8 × \$7\.00\s+\$56\.00/], links: [PAGE, slip(2)] }],
  [
    /^Claim CL on PO: approved$/,
    { says: ['Harrow & Pine approved the claim: $14.00', /2 × damaged\s+\$14\.00/], links: [/#claim$/] },
  ],
  [
    /^Refund of \$14\.00 for PO$/,
    { says: ['We refunded $14.00', '2 of 20 refunded'], links: [ORDER, paper('credit_memo-1')] },
  ],
];

export const sellersMails = ({ feeless, net, left }: Figures): typeof buyersMails => {
  const receives = (amount: string) => `You receive after fees ${amount}`;
  return [
    [
      /^New offer from Ridgeline: OF, \$140\.00$/,
      { says: ['Ridgeline sent you offer', GOODS, receives(feeless)], links: [/\/my_offers\?offer=\d+$/] },
    ],
    [
      /^New order PO from Ridgeline$/,
      {
        says: ['Wait for payment before you ship', ...AMOUNTS, receives(net)],
        links: [ORDER, paper('purchase_order')],
      },
    ],
    [
      /^Payment received for PO$/,
      {
        says: [...AMOUNTS, receives(net), /Ship by \w{3} \d/, STREET, 'Dayton, OH 45403', '(937) 224-5678'],
        links: [ORDER, paper('invoice')],
      },
    ],
    [/^Part of PO has shipped$/, { says: [TRACKED('4'), /12 × \$7\.00\s+\$84\.00/], links: [PAGE, slip(1)] }],
    [/^PO has shipped$/, { says: [TRACKED('5'), /8 × \$7\.00\s+\$56\.00/], links: [PAGE, slip(2)] }],
    [
      new RegExp(`^PO was received\\. \\${net} becomes available `),
      { says: ['unless a claim is open', ...AMOUNTS, receives(net)], links: [PAGE] },
    ],
    [
      /^Claim CL on PO: opened$/,
      {
        says: ['Two mugs arrived with broken handles.', /2 × damaged\s+\$14\.00/, 'Agree or dispute it by'],
        links: [/#claim$/],
      },
    ],
    [
      new RegExp(`^Payout PAY: \\${left}$`),
      { says: [left, 'for 1 order', 'WIRE-7781'], links: [/\/dashboard\/earnings$/] },
    ],
  ];
};

const PARTIES = ['Harrow & Pine', 'Ridgeline', 'Dayton, OH 45403'];
const PRICED = ['Enamel mug 20 $7.00 $140.00', 'Subtotal $140.00', 'Freight $50.00', 'Total $190.00'];

/** By the last part of the document's number. */
export const documents: Readonly<Record<string, Paper & { readonly lacks: readonly string[] }>> = {
  PO: {
    says: ['Purchase order', ...PARTIES, ...PRICED, /\$190\.00 due by/],
    lacks: [STREET, '224-5678'],
  },
  INV: { says: ['Invoice', ...PARTIES, STREET, ...PRICED, /Paid on \w{3} \d+, \d{4} \$190\.00/], lacks: [] },
  S1: {
    says: [
      'Packing slip',
      ...PARTIES,
      STREET,
      'UPS',
      '1Z999AA10123456784',
      'Enamel mug 20 12',
      'No loading dock',
    ],
    lacks: ['$'],
  },
  S2: { says: [STREET, '1Z999AA10123456785', 'Enamel mug 20 8'], lacks: ['$', '1Z999AA10123456784'] },
  CM: {
    says: ['Credit memo', 'Enamel mug 2 $7.00 $14.00', 'Damaged', 'Total credited $14.00', /Claim CL-\d+/],
    lacks: ['$190'],
  },
};
