/**
 * What somebody typed or chose before the scripts had arrived. React takes over a field as the server wrote it and
 * never hears of what stands in it: it is typed or chosen again, once the island answers to events.
 */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const untouchable = new Set(['file', 'submit', 'button', 'hidden']);

const isChoice = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio';

const written = (field: Field) =>
  field instanceof HTMLSelectElement
    ? ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value
    : field.defaultValue;

/** Past React's own setter on the element, so that it notices a change. */
function setValue(field: Field, value: string) {
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}

/** What is to be clicked or typed again, if anything. */
function early(field: Field): (() => void) | undefined {
  if (isChoice(field)) {
    const { checked, defaultChecked } = field;
    // Of radio buttons the one that was left tells nothing.
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
    // Left already: what is wrong with it is said now.
    if (document.activeElement !== field) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  };
}

/**
 * Reads all fields now and answers how to fill them again. Between the two React must have come to its end: an event
 * within its commit sees the state before the others, and a render puts back the fields that are not heard of yet.
 */
export function adoptEarlyInput(element: HTMLElement): () => void {
  const again = [...element.querySelectorAll<Field>('input, textarea, select')].map(early);
  return () => {
    for (const fill of again) fill?.();
  };
}

/** Makes what the server put back into a failed form count as typed early: React's props don't know of it. */
export function keepRefilled(element: HTMLElement) {
  if (!document.querySelector('.page-message[data-refilled]')) return;
  const fields = 'form[method=post] :is(input:not([type=hidden]), textarea, select)';
  for (const field of element.querySelectorAll<Field>(fields)) {
    const { value } = field;
    if (field instanceof HTMLSelectElement)
      for (const option of field.options) option.defaultSelected = false;
    // Setting a property, even to its own value, keeps it when React sets the attribute.
    if (isChoice(field)) field.checked = Boolean(field.checked);
    else field.value = value;
  }
}
