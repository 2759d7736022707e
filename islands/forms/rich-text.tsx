import { createElement, type Ref, useEffect, useId, useRef, useState } from 'react';
import { Field, type FieldFrame } from './field';
import { isLinked } from './form';

interface Props extends FieldFrame {
  /** HTML. Read once, on mount. */
  value: string;
  onChange: (html: string) => void;
}

const TOOLS: readonly { attribute: string; label: string }[] = [
  { attribute: 'bold', label: 'Bold' },
  { attribute: 'italic', label: 'Italic' },
  { attribute: 'heading1', label: 'Heading' },
  { attribute: 'bullet', label: 'Bulleted list' },
  { attribute: 'number', label: 'Numbered list' },
];

/** Loaded after the first paint: Trix needs a document. */
function useTrix(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void import('trix').then(({ default: Trix }) => {
      // The page has its h1 already.
      const heading = Trix.config.blockAttributes.heading1;
      if (heading) heading.tagName = 'h3';
      setReady(true);
    });
  }, []);
  return ready;
}

const Toolbar = ({ id }: { id: string }) =>
  createElement(
    'trix-toolbar',
    { id },
    <div className="rich-text-tools">
      {TOOLS.map(({ attribute, label }) => (
        <button key={attribute} type="button" className="button small quiet" data-trix-attribute={attribute}>
          {label}
        </button>
      ))}
    </div>,
  );

export function RichText({ value, onChange, ...frame }: Props) {
  const id = useId().replaceAll(/[^\w-]/g, '');
  const ready = useTrix();
  const [first] = useState(value);
  const editor = useRef<HTMLElement & { value?: string }>(null);
  const change = useRef(onChange);
  change.current = onChange;
  const { name } = frame;

  useEffect(() => {
    const element = editor.current;
    if (!ready || !element) return;
    const changed = () => change.current(element.value ?? '');
    const refuse = (event: Event) => event.preventDefault();
    if (isLinked(name)) element.focus();
    element.addEventListener('trix-change', changed);
    element.addEventListener('trix-file-accept', refuse);
    return () => {
      element.removeEventListener('trix-change', changed);
      element.removeEventListener('trix-file-accept', refuse);
    };
  }, [ready, name]);

  return (
    <Field {...frame}>
      {({ id: fieldId, name, ...described }) => (
        <div className="rich-text">
          <input type="hidden" id={`${id}-html`} name={name} defaultValue={first} />
          <Toolbar id={`${id}-toolbar`} />
          {ready ? (
            createElement('trix-editor', {
              ...described,
              id: fieldId,
              ref: editor as Ref<HTMLElement>,
              input: `${id}-html`,
              toolbar: `${id}-toolbar`,
              class: 'rich-text-page prose',
              'aria-label': frame.label,
            })
          ) : (
            <div id={fieldId} className="rich-text-page" aria-busy />
          )}
        </div>
      )}
    </Field>
  );
}
