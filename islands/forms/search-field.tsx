import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../ui/button';
import { Icon } from '../ui/icon';

interface SearchFieldProps {
  label: string;
  name?: string | undefined;
  value: string;
  /** 500 ms after the last change, at once on Enter, '' on Esc. */
  onSearch: (text: string) => void;
  placeholder?: string | undefined;
}

const SEARCH_DELAY = 500;

export function SearchField({ label, name = 'query', value, onSearch, placeholder }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const input = useRef<HTMLInputElement>(null);

  // Back or a removed filter changes the text from outside.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  const ask = useRef(onSearch);
  ask.current = onSearch;

  const search = (wanted: string) => {
    if (wanted === asked.current) return;
    asked.current = wanted;
    ask.current(wanted);
  };

  useEffect(() => {
    if (text === asked.current) return;
    const timer = setTimeout(() => {
      if (text === asked.current) return;
      asked.current = text;
      ask.current(text);
    }, SEARCH_DELAY);
    return () => clearTimeout(timer);
  }, [text]);

  const clear = () => {
    setText('');
    search('');
    input.current?.focus();
  };

  return (
    <div className="search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        name={name}
        className="input"
        aria-label={label}
        placeholder={placeholder ?? label}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            search(text);
          }
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            clear();
          }
        }}
      />
      {text !== '' && <IconButton icon="close" label="Clear the search" size="small" onClick={clear} />}
    </div>
  );
}
