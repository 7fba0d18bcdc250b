import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, notFound, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Right } from './company.ts';
import { keepLastCompany, preferred } from './company.ts';
import { lazyRouteComponent } from './parts.ts';
import { withPermission } from './layout/failures.tsx';
import { Root } from './layout/root.tsx';
import { Shell } from './layout/shell.tsx';
import { actByLink, mailLinkKey } from './mail-link.ts';
import { SignIn } from './pages/sign-in/sign-in.tsx';
import { FirstWelcome, Welcome } from './pages/sign-in/welcome.tsx';
import { invoiceSearch, only, openedInvoiceSearch, openedWorkOrderSearch, workOrderSearch } from './search.ts';
import { sessionKey, sessionQuery } from './session.ts';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: ({ context, location, preload }) => {
    if (preload || !actByLink(location)) return;
    // A link has no session to read, and data that another caller has read must not be shown.
    context.queryClient.clear();
    if (mailLinkKey() !== undefined) context.queryClient.setQueryData(sessionKey, null);
  },
  component: Root,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: only('next'),
  component: SignIn,
});
const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten',
  component: lazyRouteComponent(() => import('./pages/sign-in/forgotten.tsx'), 'Forgotten'),
});
const first = createRoute({ getParentRoute: () => root, path: '/first', component: FirstWelcome });
const signedInBy = createRoute({
  getParentRoute: () => root,
  path: '/signed-in/$directoryId',
  component: lazyRouteComponent(() => import('./pages/sign-in/signed-in.tsx'), 'SignedIn'),
});
const welcome = createRoute({ getParentRoute: () => root, path: '/welcome', component: Welcome });

/** The sign-in page leads back to the requested address. */
async function signedIn({
  context,
  location,
}: {
  context: { queryClient: QueryClient };
  location: { pathname: string; href: string };
}) {
  const session = await context.queryClient.ensureQueryData(sessionQuery);
  if (session === null)
    throw redirect({ to: '/sign-in', search: location.pathname === '/' ? {} : { next: location.href } });
  return { session };
}

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: signedIn,
  component: Shell,
});

const invoiceFile = createRoute({
  getParentRoute: () => root,
  path: '/companies/$companyId/invoices/$invoiceId/file',
  validateSearch: only('file'),
  beforeLoad: signedIn,
  component: lazyRouteComponent(() => import('./pages/invoices/files/file-window.tsx'), 'FileWindow'),
});

const mailLink = createRoute({
  getParentRoute: () => root,
  path: '/companies/$companyId/invoices/$invoiceId/decide',
  beforeLoad: ({ params }) => {
    if (mailLinkKey() === undefined) throw redirect({ to: '/companies/$companyId/invoices/$invoiceId', params });
  },
  component: lazyRouteComponent(() => import('./pages/mail-link/mail-link.tsx'), 'MailLink'),
});

const start = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: ({ context }) => {
    const company = preferred(context.session);
    if (company !== undefined)
      throw redirect({ to: '/companies/$companyId/overview', params: { companyId: company.id } });
  },
  component: lazyRouteComponent(() => import('./pages/overview/no-company.tsx'), 'NoCompany'),
});

const company = createRoute({
  getParentRoute: () => inside,
  path: '/companies/$companyId',
  beforeLoad: ({ context, params, preload }) => {
    if (!context.session.companies.some(({ id }) => id === params.companyId)) throw notFound();
    if (!preload) keepLastCompany(context.session, params.companyId);
  },
});
const ofCompany = { getParentRoute: () => company } as const;

/** `keys` are the query parameters of the page; `needs` is the permission without which it is of no use. */
const companyPage = <Path extends string, Name extends string, Key extends string = never>(
  path: Path,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  keys: Key[] = [],
  needs?: Right,
) => {
  const page = lazyRouteComponent(load, name);
  const component = needs === undefined ? page : withPermission(needs, page);
  return createRoute({ ...ofCompany, path, validateSearch: only(...keys), component });
};

const overview = companyPage('/overview', () => import('./pages/overview/overview.tsx'), 'Overview', ['days']);

const reports = companyPage('/reports', () => import('./pages/reports/reports.tsx'), 'Reports', ['of', 'days', 'sort']);

const invoices = createRoute({
  ...ofCompany,
  path: '/invoices',
  validateSearch: invoiceSearch,
  component: lazyRouteComponent(() => import('./pages/invoices/invoices.tsx'), 'Invoices'),
});
const invoice = createRoute({
  ...ofCompany,
  path: '/invoices/$invoiceId',
  validateSearch: openedInvoiceSearch,
  component: lazyRouteComponent(() => import('./pages/invoices/invoice.tsx'), 'InvoicePage'),
});

const suppliers = companyPage('/suppliers', () => import('./pages/suppliers/suppliers.tsx'), 'Suppliers', [
  'q',
  'sort',
]);
const supplier = companyPage('/suppliers/$number', () => import('./pages/suppliers/supplier.tsx'), 'SupplierPage');

const proposals = companyPage('/proposals', () => import('./pages/suppliers/proposal-queue.tsx'), 'ProposalQueue');

// A supplier's number may be any text, so these paths are not below /suppliers.
const newSupplier = companyPage(
  '/new/supplier',
  () => import('./pages/suppliers/new-supplier.tsx'),
  'NewSupplier',
  [],
  'edit',
);
const importSuppliers = companyPage(
  '/import/suppliers',
  () => import('./pages/imports/imports.tsx'),
  'ImportSuppliers',
  [],
  'edit',
);

const importCoding = companyPage(
  '/import/coding',
  () => import('./pages/imports/imports.tsx'),
  'ImportCoding',
  [],
  'edit',
);
const eraseSupplier = companyPage(
  '/erase/suppliers/$number',
  () => import('./pages/erasing/erasing.tsx'),
  'EraseSupplier',
  [],
  'administer',
);

const projects = companyPage('/projects', () => import('./pages/projects/projects.tsx'), 'Projects', [
  'q',
  'warnings',
  'sort',
]);
const newProject = companyPage(
  '/projects/new',
  () => import('./pages/projects/new-project.tsx'),
  'NewProject',
  [],
  'edit',
);
const importProjects = companyPage(
  '/projects/import',
  () => import('./pages/imports/imports.tsx'),
  'ImportProjects',
  [],
  'edit',
);
const project = companyPage('/projects/$projectId', () => import('./pages/projects/edit-project.tsx'), 'EditProject');

const workOrders = createRoute({
  ...ofCompany,
  path: '/work-orders',
  validateSearch: workOrderSearch,
  component: lazyRouteComponent(() => import('./pages/work-orders/work-orders.tsx'), 'WorkOrders'),
});
const workOrder = createRoute({
  ...ofCompany,
  path: '/work-orders/$workOrderId',
  validateSearch: openedWorkOrderSearch,
  component: lazyRouteComponent(() => import('./pages/work-orders/work-order.tsx'), 'WorkOrderPage'),
});

const calls = companyPage('/requests', () => import('./pages/calls/calls.tsx'), 'Calls', [
  'status',
  'operation',
  'partner',
  'reference',
  'from',
  'to',
  'failed',
  'cause',
  'sort',
]);
const findCall = companyPage('/trace', () => import('./pages/calls/find-call.tsx'), 'FindCall');
const call = companyPage('/requests/$traceId', () => import('./pages/calls/call.tsx'), 'CallPage', ['id']);

const partners = companyPage(
  '/partners',
  () => import('./pages/partners/partners.tsx'),
  'Partners',
  ['partner'],
  'administer',
);

const webhooks = companyPage('/webhooks', () => import('./pages/webhooks/webhooks.tsx'), 'Webhooks', ['partner']);
const webhook = companyPage('/webhooks/$webhookId', () => import('./pages/webhooks/webhook.tsx'), 'WebhookPage', [
  'outcome',
  'seq',
  'type',
]);

const systems = companyPage('/systems', () => import('./pages/systems/systems.tsx'), 'Systems', [], 'administer');

const routing = companyPage('/routing', () => import('./pages/routing/routing.tsx'), 'RoutingPage');
const checks = companyPage('/checks', () => import('./pages/checks/checks.tsx'), 'Checks');

const settings = companyPage('/settings', () => import('./pages/settings/settings.tsx'), 'Settings');

const audit = companyPage(
  '/audit',
  () => import('./pages/audit/audit.tsx'),
  'Audit',
  ['q', 'bulk', 'operator', 'action', 'from', 'to', 'sort', 'where'],
  'administer',
);

const operators = createRoute({
  getParentRoute: () => inside,
  path: '/operators',
  validateSearch: only('sort'),
  component: withPermission(
    'manageOperators',
    lazyRouteComponent(() => import('./pages/operators/operators.tsx'), 'Operators'),
  ),
});
const eraseOperator = createRoute({
  getParentRoute: () => inside,
  path: '/operators/$operatorId/erase',
  component: withPermission(
    'administerInstallation',
    lazyRouteComponent(() => import('./pages/erasing/erasing.tsx'), 'EraseOperator'),
  ),
});
const directories = createRoute({
  getParentRoute: () => inside,
  path: '/directories',
  component: withPermission(
    'administerInstallation',
    lazyRouteComponent(() => import('./pages/directories/directories.tsx'), 'Directories'),
  ),
});
const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account.tsx'), 'Account'),
});

export const routeTree = root.addChildren([
  signIn,
  forgotten,
  first,
  welcome,
  signedInBy,
  invoiceFile,
  mailLink,
  inside.addChildren([
    start,
    company.addChildren([
      overview,
      reports,
      invoices,
      invoice,
      suppliers,
      newSupplier,
      importSuppliers,
      importCoding,
      eraseSupplier,
      supplier,
      proposals,
      projects,
      newProject,
      importProjects,
      project,
      workOrders,
      workOrder,
      calls,
      findCall,
      call,
      partners,
      webhooks,
      webhook,
      systems,
      routing,
      checks,
      settings,
      audit,
    ]),
    operators,
    eraseOperator,
    directories,
    account,
  ]),
]);
