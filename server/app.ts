import type { FastifyInstance } from 'fastify';
import { credentialRoutes } from './access/desk/credentials-routes.ts';
import { companyRoutes } from './access/desk/routes.ts';
import { accessOperatorSchemas } from './access/desk/schemas.ts';
import { oauthMetadata, oauthRoutes } from './access/door/oauth-routes.ts';
import { oauthSchemas } from './access/door/oauth-schemas.ts';
import { companyExists, findToken } from './access/store.ts';
import { attachmentRoutes } from './attachments/door/routes.ts';
import { Attachment, AttachmentCreated, AttachmentForm } from './attachments/door/schemas.ts';
import { auditRoutes } from './audit/desk/routes.ts';
import { auditSchemas } from './audit/desk/schemas.ts';
import { traceRoutes } from './calls/desk/routes.ts';
import { traceSchemas } from './calls/desk/schemas.ts';
import { collectTraces } from './calls/door/collect.ts';
import { operatorPath } from './config.ts';
import type { Deps, OperatorDeps } from './deps.ts';
import { requireOperator } from './desk/auth.ts';
import { consoleRoutes } from './desk/console/routes.ts';
import { describeOperators } from './desk/document.ts';
import { serveDocs, type Documents } from './docs.ts';
import { rememberTokens, requireToken } from './door/auth.ts';
import { describePartners } from './door/document.ts';
import { readJson } from './ground/http/body.ts';
import { limitBodiesInMemory, strangersBodyLimit } from './ground/http/budget.ts';
import { decodeBodies } from './ground/http/coding.ts';
import { refuseWhileDraining } from './ground/http/draining.ts';
import { answerErrors } from './ground/http/error-handler.ts';
import { healthRoutes, watchHealth, type Health } from './ground/http/health.ts';
import { logRequests } from './ground/http/log.ts';
import { metricsRoute } from './ground/http/metrics.ts';
import { checkParameters } from './ground/http/query.ts';
import { limitRate } from './ground/http/rate-limit.ts';
import { setSecurityHeaders } from './ground/http/security-headers.ts';
import { createServer } from './ground/http/server.ts';
import { sharedSchemas } from './ground/http/shapes.ts';
import { countStrangers, type Strangers } from './ground/http/strangers.ts';
import { takeTurns } from './ground/http/take-turns.ts';
import { answerTraceparent } from './ground/http/trace.ts';
import { keepListings } from './jobs/projections.ts';
import { operatorAdminRoutes } from './operators/desk/admin-routes.ts';
import { operatorAdminSchemas } from './operators/desk/admin-schemas.ts';
import { signInRoutes } from './operators/desk/routes.ts';
import { operatorSchemas } from './operators/desk/schemas.ts';
import { operatorTokenRoutes, ownTokenRoutes } from './operators/desk/token-routes.ts';
import { findOperator } from './operators/sessions.ts';
import { findByToken } from './operators/store.ts';
import { overviewRoutes } from './overview/desk/routes.ts';
import { overviewSchemas } from './overview/desk/schemas.ts';
import { consoleFolder } from './package.ts';
import { projectImportRoutes } from './projects/desk/import-routes.ts';
import { projectOperatorRoutes } from './projects/desk/routes.ts';
import { projectOperatorSchemas } from './projects/desk/schemas.ts';
import { invoiceFileRoutes } from './supplier-invoices/desk/file-routes.ts';
import { invoiceOperatorRoutes } from './supplier-invoices/desk/routes.ts';
import { invoiceOperatorSchemas } from './supplier-invoices/desk/schemas.ts';
import { invoiceRoutes } from './supplier-invoices/door/routes.ts';
import { SupplierInvoiceCreated } from './supplier-invoices/door/schemas.ts';
import { Article, SupplierInvoice } from './supplier-invoices/shape.ts';
import { supplierOperatorRoutes } from './suppliers/desk/routes.ts';
import { supplierOperatorSchemas } from './suppliers/desk/schemas.ts';
import { supplierRoutes } from './suppliers/door/routes.ts';
import { SupplierCreated, SupplierList } from './suppliers/door/schemas.ts';
import { Supplier, SupplierEntry } from './suppliers/shape.ts';
import { workOrderOperatorRoutes } from './work-orders/desk/routes.ts';
import { workOrderOperatorSchemas } from './work-orders/desk/schemas.ts';
import { workOrderRoutes } from './work-orders/door/routes.ts';
import { WorkOrder, WorkOrderCreated } from './work-orders/door/schemas.ts';

const schemas = [
  ...sharedSchemas,
  Supplier,
  SupplierCreated,
  SupplierEntry,
  SupplierList,
  Article,
  SupplierInvoice,
  SupplierInvoiceCreated,
  Attachment,
  AttachmentForm,
  AttachmentCreated,
  WorkOrder,
  WorkOrderCreated,
  ...oauthSchemas,
];

const operatorApiSchemas = [
  ...operatorSchemas,
  ...traceSchemas,
  ...overviewSchemas,
  ...invoiceOperatorSchemas,
  ...workOrderOperatorSchemas,
  ...supplierOperatorSchemas,
  ...projectOperatorSchemas,
  ...accessOperatorSchemas,
  ...operatorAdminSchemas,
  ...auditSchemas,
];

/** The whole service, but for the port: the very same in production and in tests. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config, pool, operatorPool, metrics, log, draining } = deps;
  const { app, late } = createServer(deps);
  const strangers = countStrangers(config.unknownCallsPerMinute);

  setSecurityHeaders(app);
  answerTraceparent(app);
  logRequests(app, log, metrics);
  collectTraces(app, deps);
  const listings = keepListings(app, { pool: operatorPool, log });
  refuseWhileDraining(app, draining);
  requireToken(
    app,
    rememberTokens((hash) => findToken(pool, hash)),
    strangers,
  );
  limitRate(app, config.rateLimitPerSecond);
  takeTurns(app);
  decodeBodies(app, Math.min(config.bodyLimit, config.attachBodyLimit, strangersBodyLimit));
  limitBodiesInMemory(app, late);
  readJson(app);
  const health = watchHealth(deps);
  answerErrors(app, strangers, health.note);
  for (const schema of schemas) app.addSchema(schema);

  await describePartners(app, config.basePath, config.publicUrl);
  healthRoutes(app, health, draining);
  if (config.metrics === 'on') metricsRoute(app, metrics);
  oauthMetadata(app, deps);

  await app.register(
    async (partners) => {
      await partners.register((scope) => partnerApi(scope, deps));
      await partners.register((scope) => oauthRoutes(scope, deps, strangers));
    },
    { prefix: config.basePath },
  );
  const documents: Documents = { partners: () => app.swagger(), operators: () => ({}) };
  await app.register(
    async (operators) => {
      documents.operators = await describeOperators(operators, config.basePath, config.publicUrl);
      await operatorApi(operators, { ...deps, pool: operatorPool, listings }, strangers);
    },
    { prefix: operatorPath(config.basePath) },
  );
  await consoleRoutes(app, { basePath: config.basePath, folder: consoleFolder });
  if (config.docs === 'on') await serveDocs(app, config.basePath, documents);
  app.decorate(
    'inside',
    config.docs === 'inside' || config.metrics === 'inside' ? await buildInside(deps, documents, health) : undefined,
  );
  app.addHook('onClose', () => app.inside?.close());
  return app;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What is served on a port of its own, if anything is. */
    inside: FastifyInstance | undefined;
  }
}

/** What whoever runs the service keeps to themselves. */
async function buildInside(deps: Deps, documents: Documents, health: Health): Promise<FastifyInstance> {
  const { config, metrics, log, draining } = deps;
  const { app } = createServer(deps);
  setSecurityHeaders(app);
  answerTraceparent(app);
  logRequests(app, log, metrics);
  answerErrors(app, countStrangers(0), health.note);
  healthRoutes(app, health, draining);
  if (config.metrics === 'inside') metricsRoute(app, metrics);
  if (config.docs === 'inside') await serveDocs(app, config.basePath, documents);
  return app;
}

/** What the systems of partners use, but for fetching tokens. */
async function partnerApi(app: FastifyInstance, deps: Deps): Promise<void> {
  checkParameters(app);
  supplierRoutes(app, deps);
  invoiceRoutes(app, deps);
  await app.register((scope) => attachmentRoutes(scope, deps));
  workOrderRoutes(app, deps);
}

/** What the company's own people and systems use. */
async function operatorApi(app: FastifyInstance, deps: OperatorDeps, strangers: Strangers): Promise<void> {
  const { pool } = deps;
  for (const schema of operatorApiSchemas) app.addSchema(schema);
  requireOperator(
    app,
    {
      bySession: (hash, isUse) => findOperator(pool, hash, isUse),
      byToken: (hash) => findByToken(pool, hash, new Date()),
      companyExists: (id) => companyExists(pool, id),
    },
    strangers,
  );
  checkParameters(app);
  signInRoutes(app, deps);
  operatorAdminRoutes(app, deps);
  ownTokenRoutes(app, deps);
  operatorTokenRoutes(app, deps);
  companyRoutes(app, deps);
  credentialRoutes(app, deps);
  auditRoutes(app, deps);
  supplierOperatorRoutes(app, deps);
  projectOperatorRoutes(app, deps);
  await app.register((scope) => projectImportRoutes(scope, deps));
  invoiceOperatorRoutes(app, deps);
  invoiceFileRoutes(app, deps);
  workOrderOperatorRoutes(app, deps);
  traceRoutes(app, deps);
  overviewRoutes(app, deps);
}
