export const followerCounts = ['<100K', '100K+', '500K+', '1M+'] as const;
export type FollowerCount = (typeof followerCounts)[number];

export const MAX_DESCRIPTION = 550;

/** In the order in which a new seller takes them. */
export const firstSteps = ['profile', 'shipping', 'product', 'payment'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** Done once their page was opened: there is nothing to enter. */
export const readSteps = ['shipping', 'payment'] as const satisfies readonly FirstStep[];
export type ReadStep = (typeof readSteps)[number];

export const LOCATION_NEEDED = 'Add a location first.';
