import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, openOwnApp, paths, type Door } from '../../testing/door.ts';

const reference = ['/docs/', '/docs/guide', '/docs/changes', '/openapi.json', '/operator/v1/openapi.json'];
const statusOf = async (url: string) => (await fetch(url)).status;

describe.each([
  ['on', 200],
  ['off', 404],
])('docs and metrics that are %s', (way, status) => {
  let door: Door;
  beforeAll(async () => {
    // They are on by default.
    door =
      way === 'on'
        ? await openDoor()
        : await openOwnApp('What is served where is a setting of the process.', { env: { DOCS: way, METRICS: way } });
  });
  afterAll(() => door.close());

  it('are served or not, and nothing else changes', async () => {
    for (const path of [...reference, '/metrics']) expect(await statusOf(door.url + path), path).toBe(status);
    expect(door.inside).toBeUndefined();
    expect(await statusOf(`${door.url}/health/live`)).toBe(200);
    expect((await door.call('GET', paths.suppliers)).status).toBe(200);
  });
});

describe('docs and metrics inside', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openOwnApp('What is served where is a setting of the process.', {
      env: { DOCS: 'inside', METRICS: 'inside', INSIDE_PORT: '0' },
    });
  });
  afterAll(() => door.close());

  it('are on the second port alone, with the health checks and nothing else', async () => {
    for (const path of [...reference, '/metrics']) {
      expect(await statusOf(door.url + path), path).toBe(404);
      expect(await statusOf(door.inside + path), path).toBe(200);
    }
    for (const path of ['/health/live', '/health/ready']) expect(await statusOf(door.inside + path), path).toBe(200);
    for (const path of [paths.suppliers, '/operator/v1/session', '/console/', '/oauth/token'])
      expect(await statusOf(door.inside + path), path).toBe(404);
    const document = (await (await fetch(`${door.inside}/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(document.paths)).toContain(paths.invoices);
  });
});
