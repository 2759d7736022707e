import sanitize from 'sanitize-html';

const ALLOWED: sanitize.IOptions = {
  allowedTags: [
    'p',
    'div',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'del',
    'ul',
    'ol',
    'li',
    'h3',
    'h4',
    'blockquote',
    'pre',
    'a',
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    // A page has one h1, and the description has its own h2 above it.
    h1: 'h3',
    h2: 'h3',
    a: sanitize.simpleTransform('a', { rel: 'nofollow noopener noreferrer', target: '_blank' }),
  },
  // Deeper than anybody writes; what is deeper is text.
  nestingLimit: 20,
};

/** A description as it may be kept and shown: the editor's marks, no script, style, picture or frame. */
export const sanitizeRichText = (html: string): string => sanitize(html, ALLOWED).trim();
