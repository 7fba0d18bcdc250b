/** Pages of the navigation. The name is also the name of the page's icon and of its text. */
export const workPages = [
  { to: '/companies/$companyId/overview', name: 'overview' },
  { to: '/companies/$companyId/invoices', name: 'invoices' },
  { to: '/companies/$companyId/suppliers', name: 'suppliers' },
  { to: '/companies/$companyId/projects', name: 'projects' },
  { to: '/companies/$companyId/work-orders', name: 'workOrders' },
  { to: '/companies/$companyId/reports', name: 'reports' },
  { to: '/companies/$companyId/routing', name: 'routing' },
  { to: '/companies/$companyId/requests', name: 'calls' },
  { to: '/companies/$companyId/trace', name: 'findCall' },
] as const;

export const accessPages = [
  { to: '/companies/$companyId/partners', name: 'partners' },
  { to: '/companies/$companyId/webhooks', name: 'webhooks' },
  { to: '/companies/$companyId/systems', name: 'systems' },
  { to: '/companies/$companyId/checks', name: 'checks' },
  { to: '/companies/$companyId/settings', name: 'settings' },
  { to: '/operators', name: 'operators' },
  { to: '/directories', name: 'directories' },
  { to: '/companies/$companyId/audit', name: 'audit' },
] as const;

/** Pages on which something is created. The name is also that of its text. */
export const createPages = [
  { to: '/companies/$companyId/new/supplier', name: 'newSupplier' },
  { to: '/companies/$companyId/projects/new', name: 'newProject' },
  { to: '/companies/$companyId/import/suppliers', name: 'importSuppliers' },
  { to: '/companies/$companyId/projects/import', name: 'importProjects' },
  { to: '/companies/$companyId/import/coding', name: 'importCoding' },
] as const;

const accountPage = { to: '/account', name: 'account' } as const;

export type PageLink = (typeof workPages)[number] | (typeof accessPages)[number] | typeof accountPage;

export interface AccessRights {
  administers: boolean;
  managesOperators: boolean;
  /** Is an administrator of the installation. */
  managesDirectories: boolean;
}

export const accessPagesFor = ({ administers, managesOperators, managesDirectories }: AccessRights) =>
  accessPages.filter(({ name }) =>
    name === 'operators' ? managesOperators : name === 'directories' ? managesDirectories : administers,
  );

export const pagesFor = (rights: AccessRights, hasCompany: boolean): PageLink[] =>
  [...workPages, ...accessPagesFor(rights), accountPage].filter(({ to }) => hasCompany || !to.includes('$companyId'));
