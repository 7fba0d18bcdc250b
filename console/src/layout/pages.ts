import type { IconName } from '../shared/page/icon.tsx';

interface Place {
  to:
    | '/companies/$companyId/overview'
    | '/companies/$companyId/invoices'
    | '/companies/$companyId/suppliers'
    | '/companies/$companyId/projects'
    | '/companies/$companyId/work-orders'
    | '/companies/$companyId/requests'
    | '/companies/$companyId/trace'
    | '/companies/$companyId/partners'
    | '/companies/$companyId/webhooks'
    | '/companies/$companyId/systems'
    | '/companies/$companyId/checks'
    | '/companies/$companyId/settings'
    | '/companies/$companyId/audit'
    | '/operators'
    | '/account';
  name:
    | 'overview'
    | 'invoices'
    | 'suppliers'
    | 'projects'
    | 'workOrders'
    | 'calls'
    | 'findCall'
    | 'partners'
    | 'webhooks'
    | 'systems'
    | 'checks'
    | 'settings'
    | 'audit'
    | 'operators'
    | 'account';
  icon: IconName;
}

export const work: Place[] = [
  { to: '/companies/$companyId/overview', name: 'overview', icon: 'overview' },
  { to: '/companies/$companyId/invoices', name: 'invoices', icon: 'invoices' },
  { to: '/companies/$companyId/suppliers', name: 'suppliers', icon: 'suppliers' },
  { to: '/companies/$companyId/projects', name: 'projects', icon: 'projects' },
  { to: '/companies/$companyId/work-orders', name: 'workOrders', icon: 'workOrders' },
  { to: '/companies/$companyId/requests', name: 'calls', icon: 'calls' },
  { to: '/companies/$companyId/trace', name: 'findCall', icon: 'findCall' },
];

/** For who may administer. */
export const access: Place[] = [
  { to: '/companies/$companyId/partners', name: 'partners', icon: 'partners' },
  { to: '/companies/$companyId/webhooks', name: 'webhooks', icon: 'webhooks' },
  { to: '/companies/$companyId/systems', name: 'systems', icon: 'systems' },
  { to: '/companies/$companyId/checks', name: 'checks', icon: 'checks' },
  { to: '/companies/$companyId/settings', name: 'settings', icon: 'settings' },
  { to: '/operators', name: 'operators', icon: 'operators' },
  { to: '/companies/$companyId/audit', name: 'audit', icon: 'audit' },
];

export const account: Place = { to: '/account', name: 'account', icon: 'account' };

export const placesFor = (administers: boolean, hasCompany: boolean): Place[] =>
  [...work, ...(administers ? access : []), account].filter(({ to }) => hasCompany || !to.includes('$companyId'));
