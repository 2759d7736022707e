const SECRET = /password|token|^(recovery_)?code$|^_method$|^form_root$/i;

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const attribute = (tag: string, name: string) => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescapeHtml(value);
};

/** Stores each value by full name and by last part: `user[email]` and `email`. */
function flatten(value: unknown, name: string, leaf: string, into: Map<string, string>) {
  if (SECRET.test(leaf)) return;
  if (typeof value === 'string') into.set(name, value).set(leaf, value);
  else if (typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const [key, inner] of Object.entries(value))
      flatten(inner, name ? `${name}[${key}]` : key, key, into);
}

const FIELD =
  /<input\b[^>]*>|(<textarea\b[^>]*>)[^<]*(?=<\/textarea>)|(<select\b[^>]*>)(.*?)(?=<\/select>)/gs;
const TYPED = new Set(['text', 'email', 'tel', 'url', 'number', 'date', 'search']);

function filledInput(tag: string, value: string) {
  const type = attribute(tag, 'type') ?? 'text';
  if (TYPED.has(type))
    return tag.replace(/\svalue="[^"]*"/, '').replace(/\/?>$/, ` value="${escapeHtml(value)}">`);
  if (type !== 'checkbox' && type !== 'radio') return tag;
  const plain = tag.replace(/\schecked(="[^"]*")?/, '');
  const isChosen = value === (attribute(tag, 'value') ?? 'on');
  return isChosen ? plain.replace(/\/?>$/, ' checked>') : plain;
}

const chosen = (options: string, value: string) =>
  options.replace(/<option\b[^>]*>/g, (tag) => {
    const plain = tag.replace(/\sselected(="[^"]*")?/, '');
    return attribute(tag, 'value') === value ? plain.replace(/>$/, ' selected>') : plain;
  });

function filled(form: string, values: ReadonlyMap<string, string>) {
  return form.replace(FIELD, (field, textarea?: string, select?: string, options?: string) => {
    const value = values.get(attribute(textarea ?? select ?? field, 'name') ?? '');
    if (value === undefined) return field;
    if (textarea) return `${textarea}\n${escapeHtml(value)}`;
    if (select) return `${select}${chosen(options ?? '', value)}`;
    return filledInput(field, value);
  });
}

export function fillForm(html: string, action: string, body: object): string {
  const values = new Map<string, string>();
  flatten(body, '', '', values);
  return html.replace(/<form\b[^>]*>.*?<\/form>/gs, (form) =>
    attribute(form, 'action') === action ? filled(form, values) : form,
  );
}
