import { sanitizeRichText, withoutTags } from '../../products/rich-text';
import { type Read, value, wrong } from './read';

const MAX_CHARACTERS = 20_000;
const MAX_NAME_CHARACTERS = 255;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const BLOCKS =
  'p|div|br|hr|ul|ol|li|dl|dt|dd|h[1-6]|blockquote|pre|table|caption|thead|tbody|tfoot|tr|td|th|section|article|header|footer|main|nav|aside|figure|figcaption|center|address';
const INLINE =
  'strong|b|em|i|u|s|del|ins|a|span|font|img|meta|link|style|script|small|big|sub|sup|mark|code|tt|abbr|label|button|iframe|video|audio|source|picture|svg|input|form|html|head|body|title';
const tagPattern = (names: string) => new RegExp(String.raw`</?(?:${names})(?:\s[^<>]*)?/?>`, 'i');
const BLOCK = tagPattern(BLOCKS);
const TAG = tagPattern(`${BLOCKS}|${INLINE}`);
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,31}\d{0,2});/i;

/** Some shops export a line break as these two characters. A path such as C:\new keeps them. */
const WRITTEN_BREAK = /(?<!:)\\r?\\n|(?<!:)\\n/g;

const withBreaks = (text: string) => text.replace(/\r\n|\r|\n/g, '<br />');

/** Rows and cells of a table stay apart, small headings stay headings. */
const withoutTables = (html: string) =>
  html
    .replace(/<\/t[dh]\s{0,9}>/gi, ' ')
    .replace(/<(\/?)tr(?:\s[^<>]*)?>/gi, '<$1p>')
    .replace(/<(\/?)h[56](?:\s[^<>]*)?>/gi, '<$1h4>');

/** HTML is sanitized; the line breaks of other texts are kept. */
function toHtml(text: string): string {
  if (!TAG.test(text) && !ENTITY.test(text)) return withBreaks(escaped(text));
  return sanitizeRichText(BLOCK.test(text) ? withoutTables(text) : withBreaks(text));
}

export function readDescription(text: string): Read {
  if (text.length > MAX_CHARACTERS) return wrong('too_long', { max: MAX_CHARACTERS });
  const html = toHtml(text.includes('\\') ? text.replace(WRITTEN_BREAK, '\n') : text);
  return html.length > MAX_CHARACTERS ? wrong('too_long', { max: MAX_CHARACTERS }) : value(html);
}

/** "Salt &amp; Pepper" → "Salt & Pepper". */
function decodeEntities(text: string): string {
  if (text.length > MAX_CHARACTERS || !ENTITY.test(text)) return text;
  const shown = withoutTags(text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  return shown
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
}

export function readName(text: string): Read {
  const name = decodeEntities(text);
  return name.length > MAX_NAME_CHARACTERS ? wrong('too_long', { max: MAX_NAME_CHARACTERS }) : value(name);
}
