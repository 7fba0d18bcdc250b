import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { accessDesk } from './partners/desk/routes.ts';
import { meDoor } from './door/me.ts';
import { oauthMetadata, oauthRoutes } from './door/oauth/routes.ts';
import { oauthSchemas } from './door/oauth/schemas.ts';
import { sandboxDesk } from './sandbox/desk/routes.ts';
import { sandboxDoor } from './sandbox/door/routes.ts';
import { rehearseFailures } from './sandbox/door/rehearse.ts';
import { findDemands, findDemandsOfAll } from './companies/store.ts';
import { findToken, rememberUses } from './partners/store.ts';
import { attachmentsDoor } from './supplier-invoices/attachments/door/attachment-routes.ts';
import { fileBytesDoor } from './supplier-invoices/attachments/door/put-file.ts';
import { auditDesk } from './audit/desk/routes.ts';
import { callsDesk } from './calls/desk/routes.ts';
import { callsDoor } from './calls/door/routes.ts';
import { collectCalls } from './calls/door/collect.ts';
import { choicesDesk } from './choices/desk/routes.ts';
import { operatorPath, type Config } from './config.ts';
import type { DoorDeclarations, Deps, DoorDeps, OperatorDeps } from './deps.ts';
import { requireOperator } from './desk/auth.ts';
import { pageRoutes, readPages } from './ground/http/answers/pages.ts';
import { compressReading } from './ground/http/answers/compressed.ts';
import { readConsole } from './ground/http/answers/web-files.ts';
import { consoleRoutes } from './desk/console/routes.ts';
import type { Desk } from './desk/desk.ts';
import { describeOperators } from './desk/document.ts';
import { deskSchemas } from './desk/shapes.ts';
import { serveDocs, type Documents } from './docs.ts';
import { rememberTokens, requireToken } from './door/auth.ts';
import { describePartners } from './door/document.ts';
import { addDoor, recordKinds, scopesOf, usualScopesOf, type Door } from './door/door.ts';
import { eventsDoor } from './feed/door/routes.ts';
import { eventsDesk } from './feed/desk/routes.ts';
import { onArrival } from './ground/http/arrival/arrival.ts';
import { readJson } from './ground/http/bodies/body.ts';
import { limitBodiesInMemory, unknownCallerBodyLimit } from './ground/http/bodies/budget.ts';
import { decodeBodies } from './ground/http/bodies/coding.ts';
import { refuseWhileDraining } from './ground/http/arrival/draining.ts';
import {
  answerErrors,
  refuseMisdirected,
  refuseRepeatedHeaders,
  type ErrorOptions,
} from './ground/http/answers/error-handler.ts';
import { createScanner } from './ground/files/clamd/scanner.ts';
import { healthRoutes, watchHealth, type Health } from './ground/http/observe/health.ts';
import { logRequests } from './ground/http/observe/log.ts';
import { measureFiles } from './files/metrics.ts';
import { metricsRoute } from './ground/http/observe/metrics.ts';
import { checkParameters } from './ground/http/arrival/query.ts';
import { erasingDesk } from './erasing/desk/routes.ts';
import { limitRate, limitPublicCalls, limitUnknownCalls, type UnknownCalls } from './ground/http/arrival/rate-limit.ts';
import { securityTxt } from './ground/http/answers/security-txt.ts';
import { setSecurityHeaders } from './ground/http/answers/security-headers.ts';
import { createServer } from './ground/http/server.ts';
import { sharedSchemas } from './ground/http/document/shapes.ts';
import { takeTurns } from './ground/http/arrival/take-turns.ts';
import { answerTraceparent } from './ground/http/arrival/trace.ts';
import { letUnreadBodiesPass } from './ground/http/bodies/unread-bodies.ts';
import { createMailer } from './ground/mail/mailer.ts';
import { refuseUnguarded } from './guarded.ts';
import { mailDesk } from './notifications/desk/routes.ts';
import { operatorsDesk } from './operators/desk/routes.ts';
import { findLinked } from './operators/sign-in/links.ts';
import { findOperator, findOperators } from './operators/sign-in/sessions.ts';
import { findByToken, spendProof } from './operators/store.ts';
import { measureBackups } from './keeping/metrics.ts';
import { reportsDesk } from './overview/desk/reports-routes.ts';
import { overviewDesk } from './overview/desk/routes.ts';
import { consoleFolder, guideFolder } from './package.ts';
import { projectsDesk } from './projects/desk/routes.ts';
import { jwksRoute, receiptsDoor } from './receipts/door/routes.ts';
import { reconciliationsDoor } from './reconciliations/door/routes.ts';
import { settingsDesk } from './settings/desk/routes.ts';
import { invoiceListsDesk } from './supplier-invoices/desk/lists/list-routes.ts';
import { invoiceDesk } from './supplier-invoices/desk/invoice-routes.ts';
import { invoiceDecisionsDesk } from './supplier-invoices/desk/deciding/decision-routes.ts';
import { codingDesk } from './supplier-invoices/desk/coding/coding-routes.ts';
import { invoiceNotesDesk } from './supplier-invoices/desk/notes/note-routes.ts';
import { invoiceQuestionsDesk } from './supplier-invoices/desk/questions/question-routes.ts';
import { invoiceFilesDesk } from './supplier-invoices/desk/files/file-routes.ts';
import { attachDesk } from './supplier-invoices/desk/files/attach-routes.ts';
import { invoiceChecksDesk } from './supplier-invoices/desk/checks/check-routes.ts';
import { invoiceRoutingDesk } from './supplier-invoices/desk/routing/routing-routes.ts';
import { invoiceBulkDesk } from './supplier-invoices/desk/bulk/bulk-routes.ts';
import { invoicesDoor } from './supplier-invoices/door/invoice-routes.ts';
import { suppliersDesk } from './suppliers/desk/routes.ts';
import { suppliersDoor } from './suppliers/door/routes.ts';
import { viewsDesk } from './views/desk/routes.ts';
import { partnerWebhooks } from './webhooks/document.ts';
import { webhooksDoor } from './webhooks/door/routes.ts';
import { webhooksDesk } from './webhooks/desk/routes.ts';
import { workOrdersDesk } from './work-orders/desk/routes.ts';
import { workOrdersDoor } from './work-orders/door/routes.ts';

/** A new operation needs a slice's folder and a line here. */
export const doors: readonly Door[] = [
  suppliersDoor,
  invoicesDoor,
  attachmentsDoor,
  fileBytesDoor,
  receiptsDoor,
  workOrdersDoor,
  meDoor,
  eventsDoor,
  callsDoor,
  sandboxDoor,
  reconciliationsDoor,
  webhooksDoor,
];

export const scopes = scopesOf(doors);
export const usualScopes = usualScopesOf(doors);

const desksWith = ({ scopes, recordKinds }: DoorDeclarations): readonly Desk[] => [
  operatorsDesk,
  accessDesk(scopes),
  sandboxDesk,
  auditDesk,
  suppliersDesk,
  projectsDesk,
  invoiceListsDesk,
  invoiceDesk,
  invoiceDecisionsDesk,
  invoiceNotesDesk,
  codingDesk,
  invoiceQuestionsDesk,
  invoiceFilesDesk,
  attachDesk,
  invoiceChecksDesk,
  invoiceBulkDesk,
  invoiceRoutingDesk,
  viewsDesk,
  workOrdersDesk,
  callsDesk([...new Set([...recordKinds.values()].map(({ type }) => type))]),
  eventsDesk,
  overviewDesk,
  reportsDesk,
  choicesDesk,
  settingsDesk,
  mailDesk,
  webhooksDesk,
  erasingDesk,
];

const needsToken = ({ scope }: FastifyContextConfig) => scope !== undefined;

const errorOptions = ({ basePath }: Config, { note }: Health): ErrorOptions => ({
  operatorPath: operatorPath(basePath),
  reportsSlowness: ({ permission }) => permission !== undefined,
  note,
});

/** Everything except the port. Tests use the same app. */
export async function buildApp(deps: Deps, opened = doors): Promise<FastifyInstance> {
  const { config, pool, operatorPool, metrics, log, draining } = deps;
  const scanner = config.scanner && createScanner(config.scanner, { log, observe: metrics.observeScan });
  const declared = {
    scopes: scopesOf(opened),
    usualScopes: usualScopesOf(opened),
    recordKinds: recordKinds(opened),
    scanner,
  };
  const { app, late } = createServer({ ...deps, operatorPath: operatorPath(config.basePath) });
  measureFiles(metrics.registry, operatorPool);
  measureBackups(metrics.registry, operatorPool, config);
  const unknownCalls = limitUnknownCalls(config.unknownCallsPerMinute);

  refuseUnguarded(app, operatorPath(config.basePath));
  const noteUse = rememberUses(pool);
  const tokens = rememberTokens((hash) => findToken(pool, hash, noteUse));
  onArrival(app, [
    setSecurityHeaders(needsToken),
    answerTraceparent,
    logRequests(log, metrics),
    refuseWhileDraining(draining),
    refuseRepeatedHeaders,
    limitPublicCalls(config.unknownCallsPerMinute),
    requireToken(app, tokens.find, unknownCalls),
    limitRate('partner', config.rateLimitPerSecond),
    takeTurns(app),
    refuseMisdirected(app, unknownCalls),
  ]);
  collectCalls(app, deps);
  letUnreadBodiesPass(app, draining);
  decodeBodies(app, Math.min(config.bodyLimit, config.attachBodyLimit, unknownCallerBodyLimit));
  limitBodiesInMemory(app, late);
  readJson(app);
  compressReading(app);
  const health = watchHealth(deps);
  answerErrors(app, errorOptions(config, health));
  for (const schema of [...sharedSchemas, ...opened.flatMap(({ schemas }) => schemas), ...oauthSchemas])
    app.addSchema(schema);

  await describePartners(app, config.basePath, config.publicUrl, opened, partnerWebhooks());
  healthRoutes(app, health, draining);
  if (config.metrics === 'on') metricsRoute(app, metrics);
  oauthMetadata(app, { ...deps, ...declared });
  jwksRoute(app, deps);

  await app.register(
    async (partners) => {
      await partners.register((scope) => partnerApi(scope, opened, { ...deps, ...declared }));
      await partners.register((scope) => oauthRoutes(scope, { ...deps, forgetTokens: tokens.forget }, unknownCalls));
    },
    { prefix: config.basePath },
  );
  const documents: Documents = { partners: () => app.swagger(), operators: () => ({}) };
  await app.register(
    async (operators) => {
      documents.operators = await describeOperators(operators, config.basePath, config.publicUrl);
      const mailer = config.mail && createMailer(config.mail);
      const own = { pool: operatorPool, mailer, forgetTokens: tokens.forget };
      await operatorApi(operators, { ...deps, ...declared, ...own }, unknownCalls);
    },
    { prefix: operatorPath(config.basePath) },
  );
  await consoleRoutes(app, { basePath: config.basePath, built: deps.console ?? (await readConsole(consoleFolder)) });
  pageRoutes(app, `${config.basePath}/console/guide`, await readPages(guideFolder));
  const { basePath, publicUrl, securityContact } = config;
  if (config.docs === 'on') await serveDocs(app, { basePath, namesHost: publicUrl === undefined }, documents);
  if (securityContact !== undefined) securityTxt(app, securityContact, publicUrl);
  app.decorate(
    'inside',
    config.docs === 'inside' || config.metrics === 'inside' ? await buildInside(deps, documents, health) : undefined,
  );
  app.addHook('onClose', () => app.inside?.close());
  await app.ready();
  return app;
}

declare module 'fastify' {
  interface FastifyInstance {
    inside: FastifyInstance | undefined;
  }
}

/** The second port, for the people who run the service: docs, metrics and health. */
async function buildInside(deps: Deps, documents: Documents, health: Health): Promise<FastifyInstance> {
  const { config, metrics, log, draining } = deps;
  const { app } = createServer({ ...deps, operatorPath: operatorPath(config.basePath) });
  refuseUnguarded(app);
  onArrival(app, [
    setSecurityHeaders(needsToken),
    answerTraceparent,
    logRequests(log, metrics),
    refuseRepeatedHeaders,
    refuseMisdirected(app, limitUnknownCalls(0)),
  ]);
  answerErrors(app, errorOptions(config, health));
  healthRoutes(app, health, draining);
  if (config.metrics === 'inside') metricsRoute(app, metrics);
  // The interface has another port than these documents.
  if (config.docs === 'inside') await serveDocs(app, { basePath: config.basePath, namesHost: false }, documents);
  await app.ready();
  return app;
}

async function partnerApi(app: FastifyInstance, opened: readonly Door[], deps: DoorDeps): Promise<void> {
  checkParameters(app);
  rehearseFailures(app, deps);
  for (const door of opened) await app.register(async (scope) => addDoor(scope, door, deps));
}

async function operatorApi(app: FastifyInstance, deps: OperatorDeps, unknownCalls: UnknownCalls): Promise<void> {
  const { pool } = deps;
  const desks = desksWith(deps);
  for (const schema of [...deskSchemas, ...desks.flatMap(({ schemas }) => schemas)]) app.addSchema(schema);
  requireOperator(
    app,
    {
      bySession: (hash, isUse) => findOperator(pool, hash, isUse),
      byToken: (hash) => findByToken(pool, hash, new Date()),
      byLink: (hash) => findLinked(pool, hash, new Date()),
      byCredentials: (inUse) => findOperators(pool, inUse),
      demands: (id) => findDemands(pool, id),
      demandsOfAll: () => findDemandsOfAll(pool),
      spendProof: (session) => spendProof(pool, session, new Date()),
    },
    unknownCalls,
  );
  checkParameters(app);
  // Fastify prepares the compilers once for a scope without schemas of its own, otherwise for each route.
  await app.register(async (scope) => {
    for (const { routes } of desks) await routes(scope, deps);
  });
}
