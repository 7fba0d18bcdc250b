import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import Fastify, { type FastifyContextConfig, type FastifyInstance, type RouteOptions } from 'fastify';
import Type from 'typebox';
import { expect, it } from 'vitest';
import { refuseUnguarded } from './guarded.ts';
import { doors } from './app.ts';
import { needsSession } from './desk/auth.ts';
import { anyScope, operation } from './door/operation.ts';
import { needsSession as inTable, table } from './operators/desk/permissions-table.testing.ts';
import { openOwnApp } from './testing/door.ts';

async function routesOf(run: () => Promise<void>): Promise<RouteOptions[]> {
  const routes: RouteOptions[] = [];
  const collect = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => void routes.push(route));
  subscribe('fastify.initialization', collect);
  await run().finally(() => unsubscribe('fastify.initialization', collect));
  return routes;
}

const routes = await routesOf(async () => (await openOwnApp('It watches which routes an app adds.', {})).close());

it('nothing but what is listed here can be called by anybody', () => {
  expect(routes.length).toBeGreaterThan(60);
  const named = routes.filter(({ method }) => method !== 'HEAD').map((route) => ({ ...route, path: route.url }));
  const isDocs = (path: string) =>
    /^\/(docs(\/.*)?|openapi(-3\.0)?\.(json|yaml)|clients\/typescript\.tgz(\.sha256)?|operator\/v1\/openapi\.json)$/.test(
      path,
    );
  const open = named.filter(({ config, path }) => config?.public === true && !isDocs(path));
  expect(open.map(({ method, path }) => `${String(method)} ${path}`).sort()).toEqual([
    'GET /',
    'GET /.well-known/jwks.json',
    'GET /.well-known/oauth-authorization-server',
    'GET /console',
    'GET /console/*',
    'GET /console/guide/navigation.css',
    'GET /console/guide/operators',
    'GET /console/guide/pages.css',
    'GET /health/live',
    'GET /health/ready',
    'GET /metrics',
    'GET /operator/v1/session/directories',
    'GET /operator/v1/session/forgotten',
    'POST /oauth/revoke',
    'POST /oauth/token',
    'POST /operator/v1/directories/:id/logout',
    'POST /operator/v1/invitations/accept',
    'POST /operator/v1/session',
    'POST /operator/v1/session/directories/:id',
    'POST /operator/v1/session/directories/:id/reply',
    'POST /operator/v1/session/forgotten',
    'POST /operator/v1/session/passkey',
    'POST /operator/v1/session/passkey/challenge',
    'POST /operator/v1/session/second',
  ]);
  for (const { config = {}, path } of named) {
    const isDesk = path.startsWith('/operator/v1/');
    const guards = [config.public, isDesk ? config.permission : config.scope].filter((guard) => guard !== undefined);
    expect([path, guards.length]).toEqual([path, 1]);
  }
});

it('every operation of the operator API declares the permission of the table, and whether it needs a session', () => {
  const declared = routes
    .filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/operator/v1/'))
    .map(({ config = {}, method, schema }) => ({
      id: schema?.operationId ?? '',
      permission: config.public === true ? 'nothing' : config.permission,
      needsSession: needsSession(config, method),
    }))
    .filter(({ id }) => id !== '');
  expect(declared.map(({ id }) => id).toSorted()).toEqual(Object.keys(table).toSorted());
  for (const one of declared)
    expect(one).toEqual({ id: one.id, permission: table[one.id], needsSession: inTable.has(one.id) });
});

const leavesOpen = operation({
  id: 'leaveOpen',
  method: 'GET',
  path: '/guarded',
  scope: anyScope,
  summary: 'Leave open',
  description: 'Adds a route of its own.',
  answer: Type.Object({}, { $id: 'Left', description: 'It is there.' }),
  example: {},
  handler: (_deps, app) => {
    app.post('/left-open', { config: { operation: 'x' } }, async () => '');
    return () => ({});
  },
});
const open = { tag: { name: 'Open' }, scopes: {}, schemas: [leavesOpen.answer], operations: [leavesOpen] };

it('a route of the door without a scope stops the start, by its method and path', async () => {
  await expect(
    openOwnApp('It must not start.', { env: { BASE_PATH: '/api' }, doors: [...doors, open] }),
  ).rejects.toThrow('Anybody could call POST /api/left-open.');
});

it.each<[string, FastifyContextConfig, boolean]>([
  ['/desk/x', {}, false],
  ['/desk/x', { scope: 'suppliers:read' }, false],
  ['/desk/x', { permission: 'read' }, true],
  ['/desk/x', { permission: 'signedIn' }, true],
  ['/desk/x', { public: true }, true],
  ['/x', {}, false],
  ['/x', { permission: 'read' }, false],
  ['/x', { scope: 'suppliers:read' }, true],
  ['/x', { public: true }, true],
])('%s with %j: may it be there? %s', async (url, config, may) => {
  const app = Fastify({ exposeHeadRoutes: false });
  refuseUnguarded(app, '/desk');
  app.get(url, { config }, async () => '');
  if (may) await app.ready();
  else await expect(app.ready()).rejects.toThrow(`Anybody could call GET ${url}.`);
  await app.close();
});
