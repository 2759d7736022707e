/** Replays input from before hydration: React ignores what a server-rendered field got earlier. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const untouchable = new Set(['file', 'submit', 'button', 'hidden']);

const isChoice = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio';

const written = (field: Field) =>
  field instanceof HTMLSelectElement
    ? ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value
    : field.defaultValue;

function setValue(field: Field, value: string) {
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}

function early(field: Field): (() => void) | undefined {
  if (isChoice(field)) {
    const { checked, defaultChecked } = field;
    if (checked === defaultChecked || (field.type === 'radio' && !checked)) return undefined;
    return () => {
      field.checked = defaultChecked;
      field.click();
    };
  }
  const typed = field.value;
  const before = written(field) ?? '';
  if (untouchable.has(field.type) || typed === before) return undefined;
  return () => {
    field.value = before;
    setValue(field, typed);
    field.dispatchEvent(
      new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
    // The user has left the field: its validation message is due.
    if (document.activeElement !== field) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  };
}

/** Reads all fields; the returned replay must run after React's commit, whose events see the old state. */
export function adoptEarlyInput(element: HTMLElement): () => void {
  const again = [...element.querySelectorAll<Field>('input, textarea, select')].map(early);
  return () => {
    for (const fill of again) fill?.();
  };
}

/** Treats what the server restored into a failed form as early input: React's props lack it. */
export function keepRefilled(element: HTMLElement) {
  if (!document.querySelector('.page-message[data-refilled]')) return;
  const fields = 'form[method=post] :is(input:not([type=hidden]), textarea, select)';
  for (const field of element.querySelectorAll<Field>(fields)) {
    const { value } = field;
    if (field instanceof HTMLSelectElement)
      for (const option of field.options) option.defaultSelected = false;
    // Setting the property, even to its current value, detaches it from the attribute that React sets.
    if (isChoice(field)) field.checked = Boolean(field.checked);
    else field.value = value;
  }
}
