/** The section of the operator guide about each page, by the beginning of its address below the company. */
export const guideSections: Record<string, string> = {
  overview: 'the-overview',
  reports: 'reports',
  invoices: 'invoices',
  'invoices/': 'deciding-one-after-the-other',
  suppliers: 'suppliers',
  proposals: 'changes-that-partners-propose',
  'new/supplier': 'suppliers',
  import: 'exports-and-imports',
  projects: 'projects-and-work-orders',
  'projects/import': 'exports-and-imports',
  'work-orders': 'projects-and-work-orders',
  routing: 'who-is-asked-rules-absence-reminders',
  requests: 'why-a-call-failed',
  trace: 'why-a-call-failed',
  partners: 'partners',
  webhooks: 'webhooks',
  systems: 'systems',
  checks: 'settings-of-the-checks',
  settings: 'changes-that-weaken-a-duty',
  operators: 'users',
  directories: 'sign-in-by-a-directory',
  audit: 'audit-log',
  account: 'keyboard-language-light-and-dark',
};

const longestFirst = Object.entries(guideSections).toSorted(([a], [b]) => b.length - a.length);

/** Undefined for an address without a section. */
export function sectionOf(pathname: string): string | undefined {
  const page = pathname.replace(/^\/(?:companies\/[^/]+\/)?/, '');
  return longestFirst.find(([beginning]) => page.startsWith(beginning))?.[1];
}
