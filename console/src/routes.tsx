import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, notFound, redirect } from '@tanstack/react-router';
import { preferred, remember } from './company.ts';
import { lazyRouteComponent } from './parts.ts';
import { Root } from './layout/root.tsx';
import { Shell } from './layout/shell.tsx';
import { SignIn } from './pages/sign-in/sign-in.tsx';
import { FirstWelcome, Welcome } from './pages/sign-in/welcome.tsx';
import { invoiceSearch, only } from './search.ts';
import { sessionQuery } from './session.ts';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root });

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
const welcome = createRoute({ getParentRoute: () => root, path: '/welcome', component: Welcome });

/** Who is signed in; everybody else goes to the sign-in and comes back. */
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

/** Everything that needs a sign-in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: signedIn,
  component: Shell,
});

/** A window of its own, without the frame. */
const invoiceFile = createRoute({
  getParentRoute: () => root,
  path: '/companies/$companyId/invoices/$invoiceId/file',
  validateSearch: only('file'),
  beforeLoad: signedIn,
  component: lazyRouteComponent(() => import('./pages/invoices/files/file-window.tsx'), 'FileWindow'),
});

const start = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: ({ context }) => {
    const company = preferred(context.session.companies);
    if (company !== undefined)
      throw redirect({ to: '/companies/$companyId/overview', params: { companyId: company.id } });
  },
  component: lazyRouteComponent(() => import('./pages/overview/no-company.tsx'), 'NoCompany'),
});

const company = createRoute({
  getParentRoute: () => inside,
  path: '/companies/$companyId',
  beforeLoad: ({ context, params }) => {
    if (!context.session.companies.some(({ id }) => id === params.companyId)) throw notFound();
    remember(params.companyId);
  },
});
const ofCompany = { getParentRoute: () => company } as const;

const overview = createRoute({
  ...ofCompany,
  path: '/overview',
  validateSearch: only('days'),
  component: lazyRouteComponent(() => import('./pages/overview/overview.tsx'), 'Overview'),
});

const invoices = createRoute({
  ...ofCompany,
  path: '/invoices',
  validateSearch: invoiceSearch,
  component: lazyRouteComponent(() => import('./pages/invoices/invoices.tsx'), 'Invoices'),
});
const invoice = createRoute({
  ...ofCompany,
  path: '/invoices/$invoiceId',
  // The list from which it was opened, where it was: what is decided there leads to the next one.
  validateSearch: (given) => ({ ...only('queue')(given), ...invoiceSearch(given) }),
  component: lazyRouteComponent(() => import('./pages/invoices/invoice.tsx'), 'InvoicePage'),
});

const suppliers = createRoute({
  ...ofCompany,
  path: '/suppliers',
  validateSearch: only('q', 'sort'),
  component: lazyRouteComponent(() => import('./pages/suppliers/suppliers.tsx'), 'Suppliers'),
});
const supplier = createRoute({
  ...ofCompany,
  path: '/suppliers/$number',
  component: lazyRouteComponent(() => import('./pages/suppliers/supplier.tsx'), 'SupplierPage'),
});

// A supplier may have any number, so that these stand beside the suppliers and not among them.
const newSupplier = createRoute({
  ...ofCompany,
  path: '/new/supplier',
  component: lazyRouteComponent(() => import('./pages/suppliers/new-supplier.tsx'), 'NewSupplier'),
});
const importSuppliers = createRoute({
  ...ofCompany,
  path: '/import/suppliers',
  component: lazyRouteComponent(() => import('./pages/imports/imports.tsx'), 'ImportSuppliers'),
});

const projects = createRoute({
  ...ofCompany,
  path: '/projects',
  validateSearch: only('q', 'warnings', 'sort'),
  component: lazyRouteComponent(() => import('./pages/projects/projects.tsx'), 'Projects'),
});
const newProject = createRoute({
  ...ofCompany,
  path: '/projects/new',
  component: lazyRouteComponent(() => import('./pages/projects/new-project.tsx'), 'NewProject'),
});
const importProjects = createRoute({
  ...ofCompany,
  path: '/projects/import',
  component: lazyRouteComponent(() => import('./pages/imports/imports.tsx'), 'ImportProjects'),
});
const project = createRoute({
  ...ofCompany,
  path: '/projects/$projectId',
  component: lazyRouteComponent(() => import('./pages/projects/edit-project.tsx'), 'EditProject'),
});

const workOrders = createRoute({
  ...ofCompany,
  path: '/work-orders',
  validateSearch: only('state', 'project', 'partner', 'q', 'sort'),
  component: lazyRouteComponent(() => import('./pages/work-orders/work-orders.tsx'), 'WorkOrders'),
});
const workOrder = createRoute({
  ...ofCompany,
  path: '/work-orders/$workOrderId',
  component: lazyRouteComponent(() => import('./pages/work-orders/work-order.tsx'), 'WorkOrderPage'),
});

const calls = createRoute({
  ...ofCompany,
  path: '/requests',
  validateSearch: only('status', 'operation', 'partner', 'from', 'to', 'failed', 'cause', 'sort'),
  component: lazyRouteComponent(() => import('./pages/calls/calls.tsx'), 'Calls'),
});
const findCall = createRoute({
  ...ofCompany,
  path: '/trace',
  component: lazyRouteComponent(() => import('./pages/calls/find-call.tsx'), 'FindCall'),
});
const call = createRoute({
  ...ofCompany,
  path: '/requests/$traceId',
  validateSearch: only('id'),
  component: lazyRouteComponent(() => import('./pages/calls/call.tsx'), 'CallPage'),
});

const partners = createRoute({
  ...ofCompany,
  path: '/partners',
  validateSearch: only('partner'),
  component: lazyRouteComponent(() => import('./pages/partners/partners.tsx'), 'Partners'),
});

const webhooks = createRoute({
  ...ofCompany,
  path: '/webhooks',
  validateSearch: only('partner'),
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks.tsx'), 'Webhooks'),
});
const webhook = createRoute({
  ...ofCompany,
  path: '/webhooks/$webhookId',
  validateSearch: only('outcome', 'seq', 'type'),
  component: lazyRouteComponent(() => import('./pages/webhooks/webhook.tsx'), 'WebhookPage'),
});

const systems = createRoute({
  ...ofCompany,
  path: '/systems',
  component: lazyRouteComponent(() => import('./pages/systems/systems.tsx'), 'Systems'),
});

const checks = createRoute({
  ...ofCompany,
  path: '/checks',
  component: lazyRouteComponent(() => import('./pages/checks/checks.tsx'), 'Checks'),
});

const settings = createRoute({
  ...ofCompany,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings.tsx'), 'Settings'),
});

const audit = createRoute({
  ...ofCompany,
  path: '/audit',
  validateSearch: only('operator', 'action', 'from', 'to', 'sort', 'where'),
  component: lazyRouteComponent(() => import('./pages/audit/audit.tsx'), 'Audit'),
});

const operators = createRoute({
  getParentRoute: () => inside,
  path: '/operators',
  validateSearch: only('sort'),
  component: lazyRouteComponent(() => import('./pages/operators/operators.tsx'), 'Operators'),
});
const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account.tsx'), 'Account'),
});

/** Every page of the console. */
export const routeTree = root.addChildren([
  signIn,
  forgotten,
  first,
  welcome,
  invoiceFile,
  inside.addChildren([
    start,
    company.addChildren([
      overview,
      invoices,
      invoice,
      suppliers,
      newSupplier,
      importSuppliers,
      supplier,
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
      checks,
      settings,
      audit,
    ]),
    operators,
    account,
  ]),
]);
