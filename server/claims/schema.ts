import {
  array,
  id,
  number,
  object,
  paged,
  price,
  REQUIRED,
  requiredText,
  string,
  units,
} from '../contract/fields';
import {
  type ClaimReason,
  type ClaimStatus,
  claimReasons,
  claimStatuses,
  MAX_CLAIM_PHOTOS,
  MAX_CLAIM_TEXT,
  MIN_CLAIM_DESCRIPTION,
} from './rules';

const MAX_LINES = 500;

const photos = () =>
  array(string().max(200).required(REQUIRED))
    .max(MAX_CLAIM_PHOTOS, `Add at most ${MAX_CLAIM_PHOTOS} photos`)
    .default([]);

/** An item may be null still: items are judged after their list. */
const isEachOnce = (lines: readonly ({ id?: number } | null)[]) =>
  new Set(lines.map((line) => line?.id ?? line)).size === lines.length;

const claimLine = object({
  purchase_order_product_id: id().required(REQUIRED),
  quantity: units(1n, 'Enter at least 1').required(REQUIRED),
  reason: string<ClaimReason>().required(REQUIRED).oneOf(claimReasons, 'Choose what went wrong'),
});

const claimDescription = () =>
  requiredText(MAX_CLAIM_TEXT).min(MIN_CLAIM_DESCRIPTION, `Minimum ${MIN_CLAIM_DESCRIPTION} characters`);

export const openClaimBody = object({
  claim: object({
    lines: array(claimLine)
      .required('Choose at least one item')
      .min(1, 'Choose at least one item')
      .max(MAX_LINES, 'Choose fewer items'),
    description: claimDescription(),
    photos: photos(),
  }).required(),
}).meta({ root: 'claim' });

const version = () => number().integer();

export const claimMessageBody = object({ body: requiredText(MAX_CLAIM_TEXT), photos: photos() });

export const disputeBody = object({ message: requiredText(MAX_CLAIM_TEXT), version: version() });

export const answerBody = object({ version: version() });

export const decideBody = object({
  decision: string<'approve' | 'deny'>().required(REQUIRED).oneOf(['approve', 'deny'], 'Choose a decision'),
  lines: array(
    object({
      id: id().required(REQUIRED),
      refund_cents: price().required(REQUIRED).min(0, 'Enter an amount of $0.00 or more'),
    }),
  )
    .default([])
    .test('once', 'Name each line once', (lines) => isEachOnce(lines)),
  freight_cents: price().min(0, 'Enter an amount of $0.00 or more').default(0),
  explanation: requiredText(MAX_CLAIM_TEXT),
  version: version(),
});

export const listAllClaimsQuery = paged().shape({
  status: string<ClaimStatus | ''>().oneOf([...claimStatuses, '']),
});
