import { number, object, string, text } from '../contract/fields';

/** Longer addresses are refused before any route. */
const MAX_CURSOR_LENGTH = 16_384;
const MAX_TYPES_LENGTH = 1_000;

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

export const eventsQuery = object({
  after: string().max(MAX_CURSOR_LENGTH),
  types: text(MAX_TYPES_LENGTH),
  limit: number().integer().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
});
