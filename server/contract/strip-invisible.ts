/** Control characters but NUL, tabs and line breaks, and marks that turn a text around. */
const UNSEEN = /(?![\0\t\n\r])[\p{Cc}\u202a-\u202e]/u;
const ALL_UNSEEN = new RegExp(UNSEEN, 'gu');
/** Blanks of all kinds, and letters that only look like one. */
const BLANK = /^[\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u;

/** What there is to see of a text, without blanks around it: '' where that is nothing. NUL stays, to be refused. */
export function visible(text: string): string {
  const seen = UNSEEN.test(text) ? text.replace(ALL_UNSEEN, '') : text;
  return BLANK.test(seen) ? '' : seen.trim();
}
