import { flag, id, object, oneOf, text } from '../openapi/answer';
import type { Creator } from './company/contract';
import type { Author } from './contract';

export const author = object<Author>({ id, name: text, kind: oneOf(['person', 'key']) }, 'Author');

/** Who made what outlives their membership. */
export const creator = object<Creator>({ id, name: text, is_member: flag });

/** A person by id and name. */
export const named = object<{ id: number; name: string }>({ id, name: text });
