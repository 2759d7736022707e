import { BadRequest } from './errors';

const MAX_DEPTH = 100;
/** Of one list or object: more than any schema takes. */
const MAX_ITEMS = 10_000;
const MAX_ITEMS_IN_ALL = 50_000;

const TOO_DEEP = 'The request body is nested too deep';
const TOO_MANY_ITEMS = 'The request body has too many items';

/** Returns the index of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at += 1;
  }
  return text.length;
}

/** Throws 400 where JSON would become too many or too deep values; runs before anything is made of it. */
export function requireSmall(text: string) {
  const commas = [0];
  let all = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at + 1);
    else if (character === '[' || character === '{') {
      if (commas.push(0) > MAX_DEPTH + 1) throw BadRequest(TOO_DEEP);
    } else if (character === ']' || character === '}') commas.pop();
    else if (character === ',') {
      const inList = (commas.pop() ?? 0) + 1;
      commas.push(inList);
      all += 1;
      if (inList >= MAX_ITEMS || all >= MAX_ITEMS_IN_ALL) throw BadRequest(TOO_MANY_ITEMS);
    }
  }
}
