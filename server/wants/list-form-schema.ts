import { object, REQUIRED, string, trimmed } from '../contract/fields';

/** The server bounds the name and the day. */
export const listForm = object({
  name: string().transform(trimmed).required(REQUIRED),
  ends_on: string(),
});
