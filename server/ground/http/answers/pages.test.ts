import { readFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { openOwnApp } from '../../../testing/door.ts';

const door = await openOwnApp('The base path is a setting of the process.', {
  env: { DOCS: 'on', BASE_PATH: '/door' },
});
afterAll(() => door.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${door.url}/door/docs/${path}`, { headers });
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

const pages = [
  ['guide', 'docs/partner-guide.md'],
  ['changes', 'CHANGELOG.md'],
] as const;

it.each(pages)('/docs/%s shows all of %s', async (name, file) => {
  const answer = await get(name);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const html = await answer.text();
  const headings = [
    ...(await readFile(new URL(`../../../../${file}`, import.meta.url), 'utf8')).matchAll(/^(#+) (.+)$/gm),
  ];
  expect([...html.matchAll(/<h([1-6]) /g)].map(([, depth]) => Number(depth))).toEqual(
    headings.map(([, marks = '']) => marks.length),
  );
  for (const [, , text = ''] of headings) expect(html).toContain(text.replaceAll('`', ''));
});

it.each(pages)('/docs/%s may run nothing, and is asked for again only when it changed', async (name) => {
  const { headers } = await get(name);
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers.get('cache-control')).toBe('no-cache');
  expect((await get(name, { 'if-none-match': headers.get('etag') as string })).status).toBe(304);
});

it.each(['', 'guide', 'changes'])('every link on /docs/%s leads somewhere', async (name) => {
  const html = await (await get(name)).text();
  const links = [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(
    ([, href]) => new URL(href as string, `${door.url}/door/docs/${name}`),
  );
  expect(links.filter(({ pathname }) => pathname.startsWith('/door/docs/')).length).toBeGreaterThan(3);
  for (const link of links.filter(({ origin }) => origin === door.url)) {
    const target = await fetch(link);
    expect(target.status, link.href).toBe(200);
    if (link.hash !== '')
      expect(idsIn(await target.text()), link.href).toContain(decodeURIComponent(link.hash.slice(1)));
  }
});
