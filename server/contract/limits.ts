/** The largest id: PostgreSQL's int4. */
export const MAX_ID = 2_147_483_647;

/** Images are smaller than 35 MB (docs/rules.md#uploads). */
export const MAX_IMAGE_BYTES = 36_700_160;
export const IMAGE_TOO_LARGE = 'Max file size: 35 MB';

/** CSV files are smaller than 4 MB (docs/rules.md#import). */
export const MAX_CSV_BYTES = 4_000_000;

/** Rows per page of staff's lists. */
export const STAFF_ROWS_PER_PAGE = 50;
