import { clsx } from 'clsx';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Count, Dot } from './badge';
import { Menu } from './menu';

interface Tab {
  id: string;
  label: string;
  count?: number | undefined;
  /** Marks a tab that needs attention, for the reason that a text gives. */
  alert?: boolean | string | undefined;
  /** Renders the tab as a link, and the tabs as navigation. */
  href?: string | undefined;
  warning?: boolean | undefined;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange?: ((id: string) => void) | undefined;
  idBase?: string | undefined;
  /** Of links: how many the row shows; the rest are in a menu. */
  most?: number | undefined;
}

/** With `href`s a navigation, in place if there is `onChange`; otherwise a tab list with arrow keys. */
export const Tabs = (props: TabsProps) =>
  props.tabs.every((tab) => tab.href) ? <LinkTabs {...props} /> : <TabList {...props} />;

/** The current tab takes the last place of the row if it would be in the menu. */
function splitTabs(tabs: readonly Tab[], value: string, most: number) {
  if (tabs.length <= most) return { row: tabs, menu: [] };
  const first = tabs.slice(0, most - 1);
  const current = tabs.slice(most - 1).find(({ id }) => id === value);
  const row = current ? [...first.slice(0, -1), current] : first;
  return { row, menu: tabs.filter((tab) => !row.includes(tab)) };
}

function LinkTabs({ label, tabs, value, onChange, most = tabs.length }: TabsProps) {
  const frame = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place
  useEffect(() => scrollIntoView(frame.current), [value]);
  const { row, menu } = splitTabs(tabs, value, most);
  return (
    <nav className="tabs" aria-label={label} ref={frame}>
      {row.map((tab) => (
        <a
          key={tab.id}
          href={tab.href}
          aria-current={tab.id === value ? 'page' : undefined}
          // It leads nowhere else, and the list behind the tabs is a stop nearer.
          tabIndex={tab.id === value ? -1 : undefined}
          className={clsx(tab.warning && 'warning') || undefined}
          onClick={(event) => {
            if (!onChange || !isPlainClick(event)) return;
            event.preventDefault();
            onChange(tab.id);
          }}
        >
          <TabText {...tab} />
        </a>
      ))}
      {menu.length > 0 && (
        <Menu label={`More of ${label}`} text="More">
          {() =>
            menu.map((tab) => (
              <a key={tab.id} role="menuitem" href={tab.href}>
                <TabText {...tab} />
              </a>
            ))
          }
        </Menu>
      )}
    </nav>
  );
}

/** Scrolls a row of tabs to the current one. */
export function scrollIntoView(row: HTMLElement | null) {
  const here = row?.querySelector<HTMLElement>('[aria-current], [aria-selected="true"]');
  if (!row || !here) return;
  const left = here.getBoundingClientRect().left - row.getBoundingClientRect().left + row.scrollLeft;
  row.scrollLeft = left - (row.clientWidth - here.offsetWidth) / 2;
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

function TabList({ label, tabs, value, onChange, idBase = 'tabs' }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place
  useEffect(() => scrollIntoView(list.current), [value]);
  const step = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === value);
    const to = nextTabIndex(event.key, at, tabs.length);
    const next = to === null ? undefined : tabs[to];
    if (!next) return;
    event.preventDefault();
    onChange?.(next.id);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${idBase}-tab-${next.id}`)}`)?.focus();
  };

  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={step}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${idBase}-tab-${tab.id}`}
          aria-selected={tab.id === value}
          aria-controls={`${idBase}-panel-${tab.id}`}
          tabIndex={tab.id === value ? 0 : -1}
          className={clsx(tab.warning && 'warning') || undefined}
          onClick={() => onChange?.(tab.id)}
        >
          <TabText {...tab} />
        </button>
      ))}
    </div>
  );
}

const TabText = ({ label, count, alert }: Tab) => (
  <>
    {label}
    {count !== undefined && <Count value={count} />}
    {alert && <Dot label={alert === true ? 'needs attention' : alert} />}
  </>
);

function nextTabIndex(key: string, at: number, length: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % length;
  if (key === 'ArrowLeft') return (at - 1 + length) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  return null;
}

interface TabPanelProps {
  idBase?: string | undefined;
  id: string;
  active: boolean;
  children: ReactNode;
}

export function TabPanel({ idBase = 'tabs', id, active, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={`${idBase}-panel-${id}`}
      aria-labelledby={`${idBase}-tab-${id}`}
      hidden={!active}
      tabIndex={active ? 0 : -1}
    >
      {active && children}
    </div>
  );
}
