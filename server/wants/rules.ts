export const wantStatuses = ['waiting', 'proposed', 'matched', 'drafted', 'closed'] as const;
export type WantStatus = (typeof wantStatuses)[number];

/** The parts of a list: open and drafted wants by status, and the lines that can't be read. */
export const wantParts = ['matched', 'proposed', 'waiting', 'drafted', 'problems'] as const;
export type WantPart = (typeof wantParts)[number];

export const wantListStates = ['reading', 'matching', 'ready', 'failed'] as const;
export type WantListState = (typeof wantListStates)[number];

export const MAX_LIST_LINES = 5_000;
export const MAX_LIST_NAME_LENGTH = 80;
export const LINES_PER_PAGE = 100;
export const DEFAULT_LIST_DAYS = 90;
export const MAX_LIST_DAYS = 366;

/** Of a pasted text. */
export const MAX_TEXT_BYTES = 1_000_000;
export const TEXT_TOO_LONG = 'Paste at most 1 MB, or upload a CSV file';

export const NO_LINES = 'Paste at least one line';
export const TOO_MANY_LINES = 'A want list can have up to 5,000 lines';
