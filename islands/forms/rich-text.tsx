import { createElement, type Ref, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '../ui/button';
import type { IconName } from '../ui/icon';
import { Field, type FieldFrame } from './field';
import { isLinked } from './form';

interface Props extends FieldFrame {
  /** HTML. Read once, on mount. */
  value: string;
  onChange: (html: string) => void;
}

const TOOLS: readonly { attribute: string; label: string; icon: IconName }[] = [
  { attribute: 'bold', label: 'Bold', icon: 'bold' },
  { attribute: 'italic', label: 'Italic', icon: 'italic' },
  { attribute: 'heading1', label: 'Heading', icon: 'heading' },
  { attribute: 'bullet', label: 'Bulleted list', icon: 'list' },
  { attribute: 'number', label: 'Numbered list', icon: 'list-numbers' },
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

interface ToolbarProps {
  id: string;
  /** Of the text at the cursor. */
  attributes: Readonly<Record<string, unknown>>;
}

const Toolbar = ({ id, attributes }: ToolbarProps) =>
  createElement(
    'trix-toolbar',
    { id },
    <div className="rich-text-tools">
      {TOOLS.map(({ attribute, label, icon }) => (
        <IconButton
          key={attribute}
          icon={icon}
          label={label}
          title={label}
          size="small"
          aria-pressed={Boolean(attributes[attribute])}
          data-trix-attribute={attribute}
        />
      ))}
    </div>,
  );

export function RichText({ value, onChange, ...frame }: Props) {
  const id = useId().replaceAll(/[^\w-]/g, '');
  const ready = useTrix();
  const [first] = useState(value);
  const [attributes, setAttributes] = useState<ToolbarProps['attributes']>({});
  const editor = useRef<HTMLElement & { value?: string }>(null);
  const change = useRef(onChange);
  change.current = onChange;
  const { name } = frame;

  useEffect(() => {
    const element = editor.current;
    if (!ready || !element) return;
    const changed = () => change.current(element.value ?? '');
    const refuse = (event: Event) => event.preventDefault();
    const showAttributes = (event: Event) =>
      setAttributes((event as Event & Pick<ToolbarProps, 'attributes'>).attributes);
    if (isLinked(name)) element.focus();
    element.addEventListener('trix-change', changed);
    element.addEventListener('trix-file-accept', refuse);
    element.addEventListener('trix-attributes-change', showAttributes);
    return () => {
      element.removeEventListener('trix-change', changed);
      element.removeEventListener('trix-file-accept', refuse);
      element.removeEventListener('trix-attributes-change', showAttributes);
    };
  }, [ready, name]);

  return (
    <Field {...frame}>
      {({ id: fieldId, name, ...described }) => (
        <div className="rich-text">
          <input type="hidden" id={`${id}-html`} name={name} defaultValue={first} />
          <Toolbar id={`${id}-toolbar`} attributes={attributes} />
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
