export const claimStatuses = ['open', 'in_review', 'approved', 'denied', 'withdrawn'] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

export const claimReasons = ['missing', 'damaged', 'wrong_item', 'not_as_described', 'not_received'] as const;
export type ClaimReason = (typeof claimReasons)[number];

export const claimReasonLabels: Record<ClaimReason, string> = {
  missing: 'Missing',
  damaged: 'Damaged',
  wrong_item: 'Wrong item',
  not_as_described: 'Not as described',
  not_received: 'Not received',
};

export const reasonsWithPhoto: readonly ClaimReason[] = ['damaged', 'wrong_item', 'not_as_described'];

export const MAX_CLAIM_PHOTOS = 8;
export const MIN_CLAIM_DESCRIPTION = 10;
export const MAX_CLAIM_TEXT = 2_000;
