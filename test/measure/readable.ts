const SENTENCE = /\p{L}[\p{L}\d’'”"),.:;%!?}…]*\s+[\p{L}\d“"'(${&×]/u;
const STARTS_LIKE_A_TEXT = /^[^\p{L}{<.]*\p{Lu}(?!\w*-\w+:)/u;
const CAPITALIZED_WORD = /^[A-Z][a-z]+[.?!:…]?$/;
const SQL =
  /^\s*(select|insert|update|delete|with|create|drop|alter|where|and|or|from|join|left join|order by|group by|listen|notify|begin|commit|rollback|set|lock|union|values|returning|on conflict|exists|case|not|in|array|coalesce|lower|prepare|explain|copy)\b/;
const DRAWING = /^[\s\d.,MmLlHhVvCcSsQqTtAaZz-]+$/;
const CODE =
  /[a-z]\w*_\w|[a-z]\w*\.[a-z].*[,=]|^\W*[\w-]+[.#[(*:][a-z[]|^[.#][a-z]|[<>=]\s|;\s*[\w-]+=|^[\w-]+-[\w-]+ |\/\w+, |::|=>|\|\||"\]/;
const VALUE = /\{[^{}]*\}/g;

/** Whether a person is meant to read it: a sentence or a capitalized word; not SQL, markup or a header. */
export function isReadable(text: string): boolean {
  const trimmed = text.trim();
  if (CAPITALIZED_WORD.test(trimmed)) return true;
  if (!SENTENCE.test(trimmed) || DRAWING.test(trimmed)) return false;
  return STARTS_LIKE_A_TEXT.test(trimmed) || (!SQL.test(trimmed) && !CODE.test(trimmed.replace(VALUE, '{}')));
}
