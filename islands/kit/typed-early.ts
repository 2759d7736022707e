/**
 * What somebody typed before the scripts had arrived. React takes over a field as the server wrote it and never
 * hears of what stands in it: it is typed again, once the island answers to events.
 */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const untouchable = new Set(['checkbox', 'radio', 'file', 'submit', 'button', 'hidden']);

const written = (field: Field) =>
  field instanceof HTMLSelectElement
    ? ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value
    : field.defaultValue;

/** Past React's own setter on the element, so that it notices a change. */
function setValue(field: Field, value: string) {
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}

export function typeAgain(element: HTMLElement) {
  for (const field of element.querySelectorAll<Field>('input, textarea, select')) {
    const typed = field.value;
    const before = written(field) ?? '';
    if (untouchable.has(field.type) || typed === before) continue;
    field.value = before;
    setValue(field, typed);
    field.dispatchEvent(
      new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
    // Left already: what is wrong with it is said now.
    if (document.activeElement !== field) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  }
}
