import { id, object, oneOf, text } from '../openapi/answer';
import type { Author } from './contract';

export const author = object<Author>({ id, name: text, kind: oneOf(['person', 'key']) }, 'Author');

/** A person by id and name. */
export const named = object<{ id: number; name: string }>({ id, name: text });
