export const claimStatuses = ['open', 'in_review', 'approved', 'denied', 'withdrawn'] as const;
export type ClaimStatus = (typeof claimStatuses)[number];
