import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ejs from 'ejs';
import type { Config } from '../config/config';

export type ComposeConfig = Pick<Config, 'root' | 'production' | 'brandName' | 'appUrl'>;

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly view: string;
  readonly locals: Readonly<Record<string, unknown>>;
}

export interface Composed {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#34': '"',
  '#39': "'",
};

const NOT_SHOWN = new Set(['style', 'title']);
const BREAKS: Readonly<Record<string, string>> = {
  '<li': '\n- ',
  '<br': '\n',
  '</tr': '\n',
  '</td': ' ',
  '</th': ' ',
};
const BLOCK = /^<\/(?:p|h\d|ul|ol|table|div|blockquote)$/;

const breakOf = (tag: string) => BREAKS[tag] ?? (BLOCK.test(tag) ? '\n\n' : '');

/** The text of the pieces between tags; a link is followed by its address. */
function textOf(pieces: readonly string[]): string {
  let [text, hidden, href, linkStart] = ['', '', '', 0];
  for (const piece of pieces) {
    const [, tag] = /^(<\/?[a-z][a-z\d]*)[^<>]*>$/i.exec(piece) ?? [];
    const name = tag?.replace(/^<\/?/, '') ?? '';
    if (hidden !== '') hidden = tag === `</${hidden}` ? '' : hidden;
    else if (tag?.startsWith('</') === false && NOT_SHOWN.has(name)) hidden = name;
    else if (tag === '<a') [href, linkStart] = [/\shref="([^"]*)"/.exec(piece)?.[1] ?? '', text.length];
    else if (tag === '</a') {
      const words = text.slice(linkStart).trim();
      if (href !== '')
        text = text.slice(0, linkStart) + (words === '' || words === href ? href : `${words}: ${href}`);
      href = '';
    } else text += tag ? breakOf(tag) : piece.replace(/\s+/g, ' ');
  }
  return text;
}

export const toPlainText = (html: string) =>
  textOf(html.replace(/<!--(?:(?!-->|<!--)[\s\S])*-->/g, '').split(/(<[^<>]*>)/))
    .replace(/&(amp|lt|gt|quot|nbsp|#34|#39);/g, (_whole, name: string) => ENTITIES[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

export const MAX_SUBJECT_LENGTH = 60;

// Invisible characters could reverse or hide the words around a name.
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** At most so many characters, the last of them `…` where it was cut. Keeps surrogate pairs whole. */
export function shorten(text: string, length: number): string {
  const line = oneLine(text);
  if (line.length <= length) return line;
  const cut = line.slice(0, Math.max(0, length - 1)).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.trimEnd()}…`;
}

const SETTINGS_PATH = '/settings/notifications';

const reasonInText = ({ appUrl }: ComposeConfig, { locals: { why, chosen } }: Letter) =>
  typeof why === 'string'
    ? `\n\n--\n${chosen ? `Change which emails you get: ${appUrl}${SETTINGS_PATH}\n` : ''}You received this email because ${why}.`
    : '';

/** Escapes a text for a mail and keeps the numbers of offers and orders from breaking at the hyphen. */
const whole = (text: string) =>
  ejs.escapeXML(text).replace(/\b(?:OF|PO)-\d+/g, '<span class="whole">$&</span>');

/** Escapes a text by a user and keeps its line breaks, also in the plain version. */
const paragraph = (text: string) => ejs.escapeXML(text.trim()).replace(/\r?\n/g, '<br>');

export async function compose(config: ComposeConfig, letter: Letter): Promise<Composed> {
  const views = join(config.root, 'views');
  const options = { cache: config.production, root: views, views: [views] };
  const subject = shorten(letter.subject, MAX_SUBJECT_LENGTH);
  const locals = {
    ...letter.locals,
    subject,
    brandName: config.brandName,
    whole,
    paragraph,
    settingsPath: SETTINGS_PATH,
    // Links use the configured address, never the request's Host header.
    url: (path: string) => `${config.appUrl}${path}`,
  };
  const body = await ejs.renderFile(join(views, 'mails', `${letter.view}.ejs`), locals, options);
  const html = await ejs.renderFile(join(views, 'layouts/mail.ejs'), { ...locals, body }, options);
  const textView = join(views, 'mails', `${letter.view}.text.ejs`);
  const text = existsSync(textView)
    ? (await ejs.renderFile(textView, locals, options)).trim()
    : toPlainText(body) + reasonInText(config, letter);
  return { subject, html, text };
}
