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

const SEARCH_DELAY_MS = 500;

/** The text as typed, and what was last searched for. */
function useSearchText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  // Back or a removed filter changes the text from outside.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  const search = (wanted: string) => {
    if (wanted === asked.current) return;
    asked.current = wanted;
    onSearch(wanted);
  };
  const latest = useRef(search);
  latest.current = search;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(text), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, setText, search };
}

export function SearchField({ label, name = 'query', value, onSearch, placeholder }: SearchFieldProps) {
  const { text, setText, search } = useSearchText(value, onSearch);
  const input = useRef<HTMLInputElement>(null);
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
      {text !== '' && <IconButton icon="close" label="Clear search" size="small" onClick={clear} />}
    </div>
  );
}
