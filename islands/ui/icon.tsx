/** Paths in a 24 × 24 box. views/partials/icon.ejs has copies of some. */
const paths = {
  'arrow-left': 'M19 12H5m6-6-6 6 6 6',
  'arrow-right': 'M5 12h14m-6-6 6 6-6 6',
  bank: 'M3 10h18L12 4 3 10Zm2 0v8m5-8v8m4-8v8m5-8v8M3 20h18',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15L6 16Zm4 4.5a2.2 2.2 0 0 0 4 0',
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7V5Zm0 7h7a3.5 3.5 0 0 1 0 7H7v-7Z',
  bookmark: 'M7 4h10v16l-5-4-5 4V4Z',
  box: 'm12 3 8 4.5v9L12 21l-8-4.5v-9L12 3Zm0 9 8-4.5M12 12v9m0-9L4 7.5m4-2.2 8 4.5',
  cart: 'M3 4h2.2L7.5 15h10.7L20.5 7.5H6M9 20a1 1 0 1 0 0-2 1 1 0 0 0 0 2Zm8 0a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'chevron-down': 'm6 9.5 6 6 6-6',
  'chevron-left': 'm14.5 6-6 6 6 6',
  'chevron-right': 'm9.5 6 6 6-6 6',
  'chevron-up': 'm6 14.5 6-6 6 6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.2 2',
  close: 'm6 6 12 12M18 6 6 18',
  copy: 'M9 9h10a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM4.5 15V5a1 1 0 0 1 1-1H15',
  download: 'M12 4v11m-5-4.5 5 5 5-5M5 20h14',
  edit: 'M4 20l1-4L16 5l3 3L8 19l-4 1Zm9.5-12.5 3 3',
  external: 'M10 5H6a1 1 0 0 0-1 1v12a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-4M14 4h6v6m0-6-9 9',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  'eye-off':
    'M4 4l16 16M9.9 5.7A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.4M6.5 7.4A16 16 0 0 0 2.5 12S6 18.5 12 18.5c1.7 0 3.2-.5 4.5-1.2M10 10a3 3 0 0 0 4.2 4.2',
  file: 'M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm8 0v5h5',
  filter:
    'M4 7h10m4 0h2M4 12h2m4 0h10M4 17h8m4 0h4M16 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-8 5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm6 5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  grid: 'M4 4h6v6H4V4Zm10 0h6v6h-6V4ZM4 14h6v6H4v-6Zm10 0h6v6h-6v-6Z',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  heading: 'M6 5v14M18 5v14M6 12h12',
  heart:
    'M12 20s-7.5-4.6-9-9.2C2 7.6 4 5 6.9 5c2 0 3.6 1 5.1 3 1.5-2 3.1-3 5.1-3C20 5 22 7.6 21 10.8 19.5 15.4 12 20 12 20Z',
  image:
    'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Zm-1 11 5-5 4.5 4.5L15 13l6 5M15.5 9.5h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5.5m0-9h.01',
  italic: 'M10 5h7M7 19h7M14 5l-4 14',
  list: 'M8.5 6H20M8.5 12H20M8.5 18H20M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  'list-numbers': 'M10 6h10M10 12h10M10 18h10M4 5l1.5-1v5M4 15.8c0-2 3-1.8 2.6.1-.3 1-2.6 2.1-2.6 3.6h2.8',
  mail: 'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1Zm-.5 1.5L12 13l8.5-5.5',
  minus: 'M5 12h14',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  pause: 'M8.5 5v14M15.5 5v14',
  play: 'M8 5l11 7-11 7V5Z',
  plus: 'M12 5v14m-7-7h14',
  print:
    'M7 8.5V4h10v4.5M7 17H4.5a1 1 0 0 1-1-1v-6a1.5 1.5 0 0 1 1.5-1.5h14a1.5 1.5 0 0 1 1.5 1.5v6a1 1 0 0 1-1 1H17M7 14h10v6H7v-6Z',
  refresh: 'M20 11a8 8 0 0 0-14.3-4L4 9m0-5v5h5M4 13a8 8 0 0 0 14.3 4L20 15m0 5v-5h-5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 4.5 4.5',
  shield: 'M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6L12 3Zm-3.5 9 2.5 2.5 4.5-5',
  'sign-out': 'M10 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h4m5-4 4-4-4-4m4 4H10',
  sort: 'M12 5v14m-5-5 5 5 5-5',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.5 9.7l5.9-.8L12 3.5Z',
  store:
    'M4 9.5 5.5 4h13L20 9.5M4 9.5a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M5.5 12v8h13v-8M10 20v-5h4v5',
  tag: 'M3.5 12.5V4.5a1 1 0 0 1 1-1h8l8 8a1.4 1.4 0 0 1 0 2l-7 7a1.4 1.4 0 0 1-2 0l-8-8ZM8 8h.01',
  trash: 'M4 7h16M9.5 7V4h5v3M6 7l1 13h10l1-13M10 11v5.5m4-5.5v5.5',
  truck:
    'M3 6h11v10H3V6Zm11 4h4l3 3v3h-7v-6ZM7 18.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Zm10 0a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
  undo: 'M9 6 4.5 10.5 9 15m-4.5-4.5H14a5.5 5.5 0 0 1 0 9h-3',
  upload: 'M12 16V5M7 9.5l5-5 5 5M5 20h14',
  user: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 9a7.5 7.5 0 0 1 15 0',
  users:
    'M9 11.5a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4ZM2.5 20a6.5 6.5 0 0 1 13 0m0-15.5a3.7 3.7 0 0 1 0 6.8m2.5 3.2a6.5 6.5 0 0 1 3.5 5.5',
  warning: 'M12 4 2.8 20h18.4L12 4Zm0 6v4.5m0 2.7h.01',
} as const;

export type IconName = keyof typeof paths;
export const iconNames = Object.keys(paths) as IconName[];

interface IconProps {
  name: IconName;
  className?: string | undefined;
}

/** Hidden from screen readers: the text next to it must be sufficient. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
