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
    // The page has the only h1 and puts an h2 above the description.
    h1: 'h3',
    h2: 'h3',
    a: sanitize.simpleTransform('a', { rel: 'nofollow noopener noreferrer', target: '_blank' }),
  },
  nestingLimit: 20,
};

export const sanitizeRichText = (html: string): string => sanitize(html, ALLOWED).trim();
