import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDoor, type Door } from '../testing/door.ts';

let door: Door;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.close());

const read = async () => (await door.call('GET', '/openapi.json')).body;

it('the committed document is the one that the service serves', async () => {
  await expect(`${JSON.stringify(await read(), null, 2)}\n`).toMatchFileSnapshot('../../openapi/partner.json');
});

it('every answer of every operation has a description and, where it has a body, an example', async () => {
  const { paths } = await read();
  const answers = Object.values<any>(paths).flatMap((methods) =>
    Object.values<any>(methods).flatMap(({ operationId, responses }) =>
      Object.entries<any>(responses).map(([status, answer]) => ({ operationId, status, answer })),
    ),
  );
  expect(answers.length).toBeGreaterThan(40);
  for (const { operationId, status, answer } of answers) {
    expect(answer.description, `${operationId} ${status}`).toMatch(/\.$/);
    for (const media of Object.values<any>(answer.content ?? {})) expect(media.examples, `${operationId} ${status}`).toBeDefined();
  }
});

it('the five operations list every status that they can answer', async () => {
  const { paths } = await read();
  const creates = ['200', '400', '401', '403', '404', '405', '409', '413', '415', '429', '500', '503'];
  for (const path of ['/supplierinvoices/supplierinvoices', '/supplierinvoices/suppliers', '/supplierinvoices/attach', '/doorway/v1/projects/workorder'])
    expect(Object.keys(paths[path].post.responses), path).toEqual(creates);
  const list = ['200', '304', '400', '401', '403', '404', '405', '429', '500', '503'];
  expect(Object.keys(paths['/supplierinvoices/suppliers'].get.responses)).toEqual(list);
});

it('the reference page and all that it loads come from the service itself', async () => {
  const page = await fetch(`${door.url}/docs/`);
  expect(page.status).toBe(200);
  const html = await page.text();
  const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source as string);
  expect(sources).toContain('js/scalar.js');
  for (const source of sources) expect(source).not.toMatch(/^(https?:)?\/\//);
  expect((await fetch(`${door.url}/docs/js/scalar.js`)).status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'");
});
