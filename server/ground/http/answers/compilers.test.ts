import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { compileAtStart, compileWhenNeeded, type Compilers } from './compilers.ts';
import { compileOnce } from '../../../testing/compilers.ts';
import { openOwnApp } from '../../../testing/door.ts';

it('every schema of the service compiles', async () => {
  const { buildValidator, buildSerializer } = compileOnce('started');
  let compiled = 0;
  const counted = <Build extends (...args: any[]) => (...args: any[]) => unknown>(build: Build): Build =>
    ((...args) => {
      const compile = build(...args);
      return (route: unknown) => {
        compiled++;
        return compile(route);
      };
    }) as Build;
  const door = await openOwnApp('It counts what an app compiles at its start.', {
    compilers: { buildValidator: counted(buildValidator), buildSerializer: counted(buildSerializer) },
  });
  await door.close();
  expect(compiled).toBeGreaterThan(500);
});

const broken = { body: { type: 'object', properties: { amount: { type: 'nummer' } } } };

const appWith = (compilers: Compilers) => {
  const app = Fastify({ schemaController: { compilersFactory: compilers } });
  app.post('/broken', { schema: broken }, async () => 'never');
  app.addSchema({ $id: 'Amount', type: 'object', required: ['amount'], properties: { amount: { type: 'number' } } });
  app.post('/whole', { schema: { body: { $ref: 'Amount#' } } }, async () => 'checked');
  return app;
};

it('a broken schema stops a start at which schemas are compiled', async () => {
  await expect(appWith(compileAtStart()).ready()).rejects.toThrow(
    'Failed building the validation schema for POST: /broken',
  );
});

it('a schema that is compiled at its first use checks that request and those after it', async () => {
  const app = appWith(compileWhenNeeded());
  const post = async (url: string, payload: object) => (await app.inject({ method: 'POST', url, payload })).statusCode;
  expect([await post('/whole', {}), await post('/whole', { amount: 1 }), await post('/whole', {})]).toEqual([
    400, 200, 400,
  ]);
  expect(await post('/broken', { amount: 1 })).toBe(500);
  await app.close();
});
