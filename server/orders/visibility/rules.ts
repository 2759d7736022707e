import type { OrderStatus } from '../rules';

/** Who reads what of an order (docs/rules.md#who-reads-what). Every answer, mail, document and page asks this page. */
export type Reader = 'staff' | 'seller' | 'buyer';

const ALL = ['staff', 'seller', 'buyer'] as const;
const NOT_THE_BUYER = ['staff', 'seller'] as const;
const STAFF_ALONE = ['staff'] as const;

interface EntryReaders {
  readonly entry: readonly Reader[];
  /** Of a reason that staff gave. Those of the parties and of the system go with the entry. */
  readonly staffReason: readonly Reader[];
}

const entryFor = (entry: readonly Reader[], staffReason: readonly Reader[] = STAFF_ALONE): EntryReaders => ({
  entry,
  staffReason,
});

/** Of the order's history. */
const steps = {
  create: entryFor(ALL),
  submit_payment: entryFor(ALL),
  require_payment_action: entryFor(ALL),
  confirm_payment: entryFor(ALL),
  fail_payment: entryFor(ALL),
  ship: entryFor(ALL),
  receive: entryFor(ALL),
  pay_in_full: entryFor(NOT_THE_BUYER),
  complete: entryFor(ALL),
  cancel: entryFor(ALL, ALL),
};

/** Of what happens below its status. */
const acts = {
  shipment_packed: entryFor(ALL),
  shipment_updated: entryFor(ALL),
  shipment_shipped: entryFor(ALL),
  shipment_canceled: entryFor(ALL),
  remaining_canceled: entryFor(ALL, ALL),
  ship_to_asked: entryFor(ALL),
  ship_to_changed: entryFor(ALL),
  buyer_po_number_changed: entryFor(ALL),
  late_to_ship: entryFor(ALL),
  receipt_reminder: entryFor(ALL),
  receipt_extended: entryFor(ALL),
  money_returned: entryFor(ALL),
  claim_opened: entryFor(ALL),
  claim_message: entryFor(ALL),
  claim_disputed: entryFor(ALL),
  claim_in_review: entryFor(ALL),
  claim_approved: entryFor(ALL),
  claim_denied: entryFor(ALL),
  claim_withdrawn: entryFor(ALL),
  earnings_released: entryFor(NOT_THE_BUYER),
};

export type ActivityEvent = keyof typeof acts;

export const entryReaders: Readonly<Record<string, EntryReaders>> = { ...steps, ...acts };

const readersOf = (event: string): EntryReaders =>
  Object.hasOwn(entryReaders, event) ? (entryReaders[event] as EntryReaders) : entryFor(STAFF_ALONE);

export const readsEntry = (reader: Reader, event: string): boolean => readersOf(event).entry.includes(reader);

export function readsReason(reader: Reader, { event, actor }: { event: string; actor: string }): boolean {
  const { entry, staffReason } = readersOf(event);
  return (actor === 'staff' ? staffReason : entry).includes(reader);
}

/** An order keeps one reason: of its cancellation, else of staff who confirmed its payment. */
export const readsOrderReason = (reader: Reader, { status }: { status: OrderStatus }): boolean =>
  readersOf(status === 'canceled' ? 'cancel' : 'confirm_payment').staffReason.includes(reader);

/** The hint at the field in which staff give a reason. */
export const staffReasonHint = (event: string): string =>
  readersOf(event).staffReason.includes('buyer')
    ? 'The buyer and the seller read this.'
    : 'Only our team reads this.';

/** `place`: city, region and what freight needs; `label`: that there is something, and when it is shown. */
type Shown = 'whole' | 'place' | 'label' | 'nothing';

export type ContactStage = 'unpaid' | 'paid' | 'paid_to_collect';

type Stages = Readonly<Record<ContactStage, Shown>>;

const always = (shown: Shown): Stages => ({ unpaid: shown, paid: shown, paid_to_collect: shown });

/** A document has two readers, so it shows what both may see when it is issued. */
export type ContactReader = Reader | 'mail' | 'document';

export const contactReaders = {
  ship_to: {
    staff: always('whole'),
    buyer: always('whole'),
    seller: { ...always('whole'), unpaid: 'place' },
    mail: { ...always('whole'), unpaid: 'place' },
    document: { ...always('whole'), unpaid: 'place' },
  },
  ship_from: {
    staff: always('whole'),
    seller: always('whole'),
    buyer: { ...always('place'), paid_to_collect: 'whole' },
    mail: { ...always('place'), paid_to_collect: 'whole' },
    document: { ...always('place'), paid_to_collect: 'whole' },
  },
  carrier_instructions: {
    staff: always('whole'),
    buyer: always('whole'),
    seller: { ...always('whole'), unpaid: 'label' },
    mail: always('nothing'),
    document: { ...always('whole'), unpaid: 'label' },
  },
} as const satisfies Record<string, Record<ContactReader, Stages>>;

export type ContactField = keyof typeof contactReaders;

export const contactShown = (field: ContactField, reader: ContactReader, stage: ContactStage): Shown =>
  contactReaders[field][reader][stage];
