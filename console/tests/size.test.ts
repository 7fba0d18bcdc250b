import { readdir, readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { closePages, openPage } from './browser.ts';
import { addSuppliers, submit } from './company.ts';
import { anInvoice } from './records.ts';

const built = fileURLToPath(new URL('../../server/dist/web/', import.meta.url));
const assets = `${built}assets/`;

const door = await openDoor();
await addSuppliers(door);
await submit(door, door.token, anInvoice(1));
afterAll(async () => {
  await closePages();
  await door?.close();
});

/** The page itself is compressed here; its files were compressed by the build. */
async function gzipped(name: string): Promise<number> {
  if (name === '') return gzipSync(await readFile(`${built}index.html`)).length;
  return (await stat(`${built}${name}.gz`).catch(() => stat(built + name))).size;
}

it.each([
  ['the sign-in', 300, '/sign-in', false],
  ['the overview with its charts', 355, '/', true],
])('%s is loaded with less than %d kB, from nowhere else', async (_what, mostKilobytes, path, inside) => {
  const { page, go, asked, close } = await openPage(door, inside ? await signedIn(door, 'viewer') : undefined, {
    fresh: true,
  });
  await go(path);
  if (inside) await page.locator('[data-bar]').first().waitFor({ state: 'attached' });
  // Once loaded, the page waits for events and always has a request under way.
  if (inside) await page.waitForRequest((request) => request.url().includes('wait=15'));
  else await page.waitForLoadState('networkidle');
  expect(asked.filter((address) => !address.startsWith(`${door.url}/`) && !address.startsWith('data:'))).toEqual([]);
  const files = asked.map((address) => new URL(address).pathname).filter((path) => path.startsWith('/console/'));
  const names = new Set(
    files.map((path) =>
      path.startsWith('/console/assets/') || path.endsWith('.svg') ? path.slice('/console/'.length) : '',
    ),
  );
  expect([...names].filter((name) => name.endsWith('.js')).length).toBeGreaterThan(0);
  const sizes = await Promise.all([...names].map(async (name) => [name, await gzipped(name)] as const));
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  expect(total, JSON.stringify(sizes)).toBeLessThan(mostKilobytes * 1000);
  await close();
});

it('every Mantine component has its stylesheet', async () => {
  const textOf = async (end: RegExp) => {
    const names = (await readdir(assets)).filter((name) => end.test(name));
    return (await Promise.all(names.map((name) => readFile(assets + name, 'utf8')))).join('\n');
  };
  const [scripts, styles, all] = await Promise.all([
    textOf(/\.js$/),
    textOf(/\.css$/),
    readFile(fileURLToPath(import.meta.resolve('@mantine/core/styles.css')), 'utf8'),
  ]);
  const styled = new Set(all.match(/m_[\da-f]{6,8}/g));
  const used = new Set(scripts.match(/m_[\da-f]{6,8}/g));
  expect([...used].filter((name) => styled.has(name) && !styles.includes(name))).toEqual([]);
});
