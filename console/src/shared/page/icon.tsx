/** Outlines on a grid of 24 × 24, drawn for this console. */
const outlines = {
  overview: 'M4 20V11M10 20V4M16 20v-7M21 20H3',
  invoices: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7',
  suppliers: 'M3 20V9l6-4 6 4v11M15 12h6v8M3 20h18M7 12h4M7 16h4',
  projects: 'M3 7h7l2 3h9v10H3zM3 7V5h6l1 2',
  workOrders: 'M8 4h8v3H8zM8 5H5v16h14V5h-3M9 13l2 2 4-4',
  reports: 'M6 3h12v18H6zM9 17v-4M12 17V8M15 17v-6',
  routing: 'M4 12h5M9 12c4 0 3-6 7-6h4M9 12c4 0 3 6 7 6h4M17 3l3 3-3 3M17 15l3 3-3 3',
  calls: 'M4 8h13l-4-4M20 16H7l4 4',
  findCall: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5M8 11h6',
  partners: 'M8 14a4 4 0 1 1 3.700-5.500H21v4h-3v3h-4v-3h-2.300A4 4 0 0 1 8 14z',
  systems: 'M4 4h16v6H4zM4 14h16v6H4zM8 7v.010M8 17v.010M12 7h4M12 17h4',
  operators:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20a6.500 6.500 0 0 1 13 0M16 4.500a3.500 3.500 0 0 1 0 6M18 14.500a6.500 6.500 0 0 1 3.500 5.500',
  directories: 'M5 3h14v18H5zM12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM8 17a4 4 0 0 1 8 0',
  audit: 'M12 3a9 9 0 1 0 9 9M12 7v5l4 2M21 4v5h-5',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  search: 'M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.500 15.500L21 21',
  back: 'M19 12H5M11 6l-6 6 6 6',
  up: 'M6 14l6-6 6 6',
  down: 'M6 10l6 6 6-6',
  both: 'M8 10l4-4 4 4M8 14l4 4 4-4',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  held: 'M8.500 3h7L21 8.500v7L15.500 21h-7L3 15.500v-7zM12 8v5M12 16v.5',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.500M12 7.500v.5',
  question:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.500 9.500a2.500 2.500 0 1 1 3.600 2.200c-.8.4-1.100.9-1.100 1.800M12 16.500v.5',
  webhooks: 'M13 5H5v14h8M10 12h10M16 8l4 4-4 4',
  checks: 'M12 3l8 3v6c0 4.500-3.300 7.800-8 9-4.700-1.200-8-4.500-8-9V6zM8.500 12l2.500 2.500 4.500-4.500',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5',
  check: 'M5 12l5 5L20 7',
  cross: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  inbox: 'M4 13l3-9h10l3 9v7H4zM4 13h5l1 3h4l1-3h5',
} as const;

export type IconName = keyof typeof outlines;

/** Decoration, hidden from screen readers: the text beside it says the same. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <path d={outlines[name]} />
    </svg>
  );
}
