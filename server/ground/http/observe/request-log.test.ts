import Fastify, { LogController } from 'fastify';
import { expect, it, vi } from 'vitest';
import { createLogger } from './log.ts';
import { withLazyChildren } from './request-log.ts';

it('a request that logs nothing has no logger made for it', async () => {
  const log = createLogger('info', { write: () => undefined });
  const made = vi.spyOn(log, 'child');
  const app = Fastify({
    loggerInstance: withLazyChildren(log),
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.get('/', (_request, reply) => reply.send({}));
  for (let sent = 0; sent < 3; sent++) expect((await app.inject('/')).statusCode).toBe(200);
  // The one call is for the service's own logger; the requests created none.
  expect(made).toHaveBeenCalledTimes(1);
});

it('a request that logs does so under its own id, at each level, with one logger', () => {
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line) => void lines.push(line) });
  const made = vi.spyOn(log, 'child');
  const request = withLazyChildren(log).child({ reqId: 'one' });
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
  for (const level of levels) request[level]({ more: 1 }, 'told');
  expect(made).toHaveBeenCalledTimes(1);
  expect(request.level).toBe('trace');
  request.child({ part: 'two' }).info('told');
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged.map(({ level }) => level)).toEqual([...levels, 'info']);
  expect(logged.every(({ reqId, msg }) => reqId === 'one' && msg === 'told')).toBe(true);
  expect(logged.at(-1)?.part).toBe('two');
});
