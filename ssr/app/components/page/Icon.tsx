const PATHS = {
  cart: 'M3 4h2l2.4 11h10.2L20 7H6M9 20h.01M17 20h.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 18a7 7 0 1 1 0-14 7 7 0 0 1 0 14zm5-2 5 5',
  globe: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM3 12h18M12 3c5 5 5 13 0 18-5-5-5-13 0-18z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 4 2.5 20h19L12 4zm0 6v5m0 2.5v.5',
  info: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zm0-10v6m0-9v.5',
  down: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  mail: 'M3 6h18v12H3V6zm0 1 9 7 9-7',
  phone: 'M6 3h4l1.5 5L9 10a12 12 0 0 0 5 5l2-2.5 5 1.5v4c0 1-1 2-2 2C11 20 4 13 4 5c0-1 1-2 2-2z',
  sim: 'M7 3h7l4 4v14H7V3zm3 9h5v6h-5v-6z',
  esim: 'M6 6h12v12H6V6zm4 4h4v4h-4v-4zM9 3v3m6-3v3M9 18v3m6-3v3M3 9h3m-3 6h3m12-6h3m-3 6h3',
  calendar: 'M4 6h16v15H4V6zm0 5h16M8 3v5m8-5v5',
  guide: 'M5 4h9l5 5v11H5V4zm3 9h8m-8 3h8m-8-6h3',
  question:
    'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zm-2.5-11a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .9-1 1.7m0 2.5v.5',
  order: 'M6 3h12v18l-3-2-3 2-3-2-3 2V3zm3 5h6m-6 4h6',
  copy: 'M9 9h11v11H9V9zM5 15H4V4h11v1',
  print: 'M7 9V3h10v6M7 18H4V9h16v9h-3M7 14h10v7H7v-7z',
  truck:
    'M2 6h12v11H2V6zm12 4h4l4 4v3h-8v-7zM7 20a2 2 0 1 1 0-4 2 2 0 0 1 0 4zm10 0a2 2 0 1 1 0-4 2 2 0 0 1 0 4z',
  clock: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zm0-14v5l3.5 2',
  user: 'M12 12a4 4 0 1 1 0-8 4 4 0 0 1 0 8zM4 21a8 8 0 0 1 16 0',
  leave: 'M14 4H5v16h9M10 12h11m-4-4 4 4-4 4',
  shown: 'M2 12s3.5-6 10-6 10 6 10 6-3.5 6-10 6-10-6-10-6zm10 3a3 3 0 1 1 0-6 3 3 0 0 1 0 6z',
  hidden: 'M4 4l16 16M2 12s3.5-6 10-6 10 6 10 6-3.5 6-10 6-10-6-10-6z',
  dot: 'M12 13a1 1 0 1 1 0-2 1 1 0 0 1 0 2z',
  pin: 'M12 21s-7-6-7-12a7 7 0 1 1 14 0c0 6-7 12-7 12zm0-9a3 3 0 1 1 0-6 3 3 0 0 1 0 6z',
  lock: 'M6 11h12v10H6V11zm2 0V8a4 4 0 0 1 8 0v3',
  gift: 'M4 12h16v9H4v-9zm-1-5h18v5H3V7zm9 14V7C9 7 6 6 7 3s5 1 5 4c0-3 4-7 5-4s-2 4-5 4',
  filter: 'M4 6h16M7 12h10M10 18h4',
  wechat:
    'M9 15c-4 0-7-2-7-5s3-5 7-5 6 2 6 5M7 9h.01M11 9h.01M15 20c-3 0-5-2-5-4s2-4 5-4 6 2 6 4c0 1-1 2-2 3v2l-2-1-2 0z',
} as const;

export type IconName = keyof typeof PATHS;

/** A line drawing beside a text; decoration, hidden from screen readers. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      className={`icon ${className}`}
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** Whether the shop has an icon of this name; names from the gateway may be newer. */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(PATHS, name);
}
