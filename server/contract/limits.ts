/** The largest id: PostgreSQL's int4. */
export const MAX_ID = 2_147_483_647;

/** Exclusive: images are smaller (docs/rules.md#uploads). */
export const MAX_IMAGE_BYTES = 36_700_160;
export const IMAGE_TOO_LARGE = 'Max file size: 35 MB';

/** Exclusive: CSV files are smaller (docs/rules.md#import). */
export const MAX_CSV_BYTES = 4_000_000;

export const MAX_FORM_BYTES = 256 * 1024;
export const MAX_WEBHOOK_BYTES = 1024 * 1024;
/** Above every other limit: what a parser may drain of a refused body, which could be endless. */
export const MAX_BODY_BYTES = 40_000_000;

export const STAFF_ROWS_PER_PAGE = 50;
