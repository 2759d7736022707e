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

function chooseAgain(choice: HTMLInputElement) {
  const { checked, defaultChecked } = choice;
  // Of radio buttons the one that was left tells nothing.
  if (checked === defaultChecked || (choice.type === 'radio' && !checked)) return;
  choice.checked = defaultChecked;
  choice.click();
}

function writeAgain(field: Field) {
  const typed = field.value;
  const before = written(field) ?? '';
  if (typed === before) return;
  field.value = before;
  setValue(field, typed);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  // Left already: what is wrong with it is said now.
  if (document.activeElement !== field) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}

export function typeAgain(element: HTMLElement) {
  for (const field of element.querySelectorAll<Field>('input, textarea, select')) {
    if (isChoice(field)) chooseAgain(field);
    else if (!untouchable.has(field.type)) writeAgain(field);
  }
}
