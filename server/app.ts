import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { credentialRoutes } from './access/operator-credentials-routes.ts';
import { companyRoutes } from './access/operator-routes.ts';
import { accessOperatorSchemas } from './access/operator-schemas.ts';
import { companyExists, findToken } from './access/store.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { Attachment, AttachmentCreated, AttachmentForm } from './attachments/schemas.ts';
import { auditRoutes } from './audit/routes.ts';
import { auditSchemas } from './audit/schemas.ts';
import { consoleRoutes } from './console/routes.ts';
import type { Deps, OperatorDeps } from './deps.ts';
import { rememberTokens, requireToken } from './http/auth.ts';
import { readJson } from './http/body.ts';
import { isTimeZone } from './http/days.ts';
import { operatorPath, serveDocs, serveOperatorDocument } from './http/docs.ts';
import { refuseWhileDraining } from './http/draining.ts';
import { answerBrokenHttp, answerError, answerErrors, watchConnections, type UnderWay } from './http/error-handler.ts';
import { healthRoutes } from './http/health.ts';
import { logRequests } from './http/log.ts';
import { metricsRoute } from './http/metrics.ts';
import { requireOperator } from './http/operator-auth.ts';
import { limitRate } from './http/rate-limit.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { sharedSchemas } from './http/shapes.ts';
import { answerTraceparent, traceIdOf } from './http/trace.ts';
import { oauthMetadata, oauthRoutes } from './access/oauth-routes.ts';
import { oauthSchemas } from './access/oauth-schemas.ts';
import { keepListings } from './listings.ts';
import { operatorAdminRoutes, ownTokenRoutes } from './operators/admin-routes.ts';
import { operatorAdminSchemas } from './operators/admin-schemas.ts';
import { signInRoutes } from './operators/routes.ts';
import { operatorSchemas } from './operators/schemas.ts';
import { findBySession, findByToken } from './operators/store.ts';
import { overviewRoutes } from './overview/routes.ts';
import { overviewSchemas } from './overview/schemas.ts';
import { consoleFolder } from './package.ts';
import { projectImportRoutes } from './projects/operator-import-routes.ts';
import { projectOperatorRoutes } from './projects/operator-routes.ts';
import { projectOperatorSchemas } from './projects/operator-schemas.ts';
import { invoiceFileRoutes } from './supplier-invoices/operator-file-routes.ts';
import { invoiceOperatorRoutes } from './supplier-invoices/operator-routes.ts';
import { invoiceOperatorSchemas } from './supplier-invoices/operator-schemas.ts';
import { invoiceRoutes } from './supplier-invoices/routes.ts';
import { Article, SupplierInvoice, SupplierInvoiceCreated } from './supplier-invoices/schemas.ts';
import { supplierOperatorRoutes } from './suppliers/operator-routes.ts';
import { supplierOperatorSchemas } from './suppliers/operator-schemas.ts';
import { supplierRoutes } from './suppliers/routes.ts';
import { Supplier, SupplierCreated, SupplierEntry, SupplierList } from './suppliers/schemas.ts';
import { collectTraces } from './traces/collect.ts';
import { traceRoutes } from './traces/routes.ts';
import { traceSchemas } from './traces/schemas.ts';
import { workOrderOperatorRoutes } from './work-orders/operator-routes.ts';
import { workOrderOperatorSchemas } from './work-orders/operator-schemas.ts';
import { workOrderRoutes } from './work-orders/routes.ts';
import { WorkOrder, WorkOrderCreated } from './work-orders/schemas.ts';

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
  const { config, pool, metrics, log, draining } = deps;
  const app = createServer(deps);

  setSecurityHeaders(app);
  answerTraceparent(app);
  logRequests(app, log, metrics);
  collectTraces(app, deps);
  const listings = keepListings(app, deps);
  refuseWhileDraining(app, draining);
  requireToken(app, rememberTokens((hash) => findToken(pool, hash)));
  limitRate(app, config.rateLimitPerSecond);
  readJson(app);
  answerErrors(app);
  for (const schema of schemas) app.addSchema(schema);

  await serveDocs(app, config.basePath, config.publicUrl);
  healthRoutes(app, pool, draining);
  metricsRoute(app, metrics);
  oauthMetadata(app, deps);

  await app.register(
    async (partners) => {
      supplierRoutes(partners, deps);
      invoiceRoutes(partners, deps);
      await partners.register((scope) => attachmentRoutes(scope, deps));
      workOrderRoutes(partners, deps);
      await partners.register((scope) => oauthRoutes(scope, deps));
    },
    { prefix: config.basePath },
  );
  await app.register((operators) => operatorApi(operators, { ...deps, listings }), { prefix: operatorPath(config.basePath) });
  await consoleRoutes(app, { basePath: config.basePath, folder: consoleFolder });
  return app;
}

/** What the company's own people and systems use. */
async function operatorApi(app: FastifyInstance, deps: OperatorDeps): Promise<void> {
  const { config, pool } = deps;
  for (const schema of operatorApiSchemas) app.addSchema(schema);
  await serveOperatorDocument(app, config.publicUrl);
  requireOperator(app, {
    bySession: (hash) => findBySession(pool, hash, new Date()),
    byToken: (hash) => findByToken(pool, hash, new Date()),
    companyExists: (id) => companyExists(pool, id),
  });
  signInRoutes(app, deps);
  operatorAdminRoutes(app, deps);
  ownTokenRoutes(app, deps);
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

/** Fastify with our limits: Ajv neither strips nor coerces, and a slow client does not hold a connection for ever. */
export function createServer({ config, log }: { config: Deps['config']; log: Logger }): FastifyInstance {
  const underWay: UnderWay = new WeakMap();
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: traceIdOf,
    bodyLimit: config.bodyLimit,
    trustProxy: typeof config.trustProxy === 'number' ? nearest(config.trustProxy) : config.trustProxy,
    clientErrorHandler: (error, socket) => answerBrokenHttp(error, socket, underWay),
    frameworkErrors: answerError,
    return503OnClosing: false,
    // A supplier's number stands in paths, and has up to 255 characters.
    routerOptions: { maxParamLength: 255 },
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    // Node looks for late connections every 30 seconds unless told otherwise, so that 15 seconds would be up to 45.
    http: { requireHostHeader: false, headersTimeout: 15_000, maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 2_000 },
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false, allErrors: true, verbose: true, allowUnionTypes: true, formats: { 'time-zone': isTimeZone } },
    },
  }) as unknown as FastifyInstance;
  watchConnections(app, underWay);
  return app;
}

/** Trusts that many proxies, counted from the service outwards. */
const nearest = (proxies: number) => (_address: string, hop: number) => hop < proxies;
