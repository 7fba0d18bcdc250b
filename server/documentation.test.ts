import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { usualSeverity } from './checks/settings.ts';
import { readConfig } from './config.ts';
import { partnerErrorCodes } from './testing/error-codes.ts';
import { findingCodes } from '../common/errors/findings.ts';

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

function keysRead(): string[] {
  const keys = new Set<string>();
  readConfig(
    new Proxy(
      {},
      {
        get(_target, key) {
          keys.add(String(key));
          return undefined;
        },
      },
    ),
  );
  return [...keys].sort();
}

it('docs/configuration.md describes each key that is read, and no other', async () => {
  const documented = [...(await read('docs/configuration.md')).matchAll(/^- `([A-Z0-9_]+)` \(default /gm)].map(
    ([, key]) => key,
  );
  expect(documented.sort()).toEqual(keysRead());
});

it('.env.example has each key that is read, and starts the service as it stands', async () => {
  const example = await read('.env.example');
  const assignments = [...example.matchAll(/^(?:# )?([A-Z0-9_]+)=(.*)$/gm)];
  expect(assignments.map(([, key]) => key).sort()).toEqual(keysRead());
  const set = [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, key, value]) => [key, value] as const);
  expect(readConfig(Object.fromEntries(set))).toEqual(readConfig({}));
});

it('SECURITY.md names a test that is there for each promise', async () => {
  const rows = [...(await read('SECURITY.md')).matchAll(/^\| (?!promise|---)(.+?) \| (.+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(20);
  for (const [, promise, tests] of rows) {
    const named = [...(tests as string).matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file]) => file as string);
    expect(named.length, promise).toBeGreaterThan(0);
    for (const file of named)
      await expect(read(/^(console|common)\//.test(file) ? file : `server/${file}`), file).resolves.toContain('expect');
  }
});

it('the partner guide has each code of an error that a partner can get, and no other', async () => {
  const [, section = ''] = /^### Codes\n([^#]*)/m.exec(await read('docs/partner-guide.md')) ?? [];
  const rows = [...section.matchAll(/^\| (`.+?) \| /gm)].flatMap(([, codes]) => (codes as string).split(', '));
  expect(rows.sort()).toEqual(partnerErrorCodes.map((code) => `\`${code}\``).sort());
});

it('the partner guide has each finding, and what it does where a company has not chosen otherwise', async () => {
  const [, section = ''] = /^### Findings: .+\n([^#]*)/m.exec(await read('docs/partner-guide.md')) ?? [];
  const does = { info: 'informs', warning: 'warns', hold: 'holds', off: 'nothing' };
  const rows = [...section.matchAll(/^\| (`.+?) \| .+ \| (\w+) \|$/gm)].flatMap(([, codes, does]) =>
    (codes as string).split(', ').map((code) => [code, does]),
  );
  expect(rows).toEqual(findingCodes.map((code) => [`\`${code}\``, does[usualSeverity[code]]]));
});

const root = fileURLToPath(new URL('..', import.meta.url));
const isOurs = (path: string) => !/(?:^|\/)(?:node_modules|dist|\.git|data)(?:\/|$)/.test(path);

async function pathsIn(folder = ''): Promise<string[]> {
  const entries = await readdir(posix.join(root, folder), { withFileTypes: true });
  const inner = entries.map(async (entry) => {
    const path = posix.join(folder, entry.name);
    if (!isOurs(path)) return [];
    return entry.isDirectory() ? [`${path}/`, ...(await pathsIn(path))] : [path];
  });
  return (await Promise.all(inner)).flat();
}

const pages = (paths: string[]) =>
  paths.filter((path) => /^(?:docs\/[\w-]+|[A-Z]+|bench\/README)\.md$/.test(path) && path !== 'CHANGELOG.md');

/** Files of a reader's own, and folders in a store of backups or files. */
const elsewhere = new Set(['send.ts', 'backups/', 'prefix/incoming/']);

it('each file and folder of the source that a page names is there', async () => {
  const paths = await pathsIn();
  const ends = new Set(
    paths.flatMap((path) => [...path.matchAll(/(?<=^|\/)./g)].map(({ index }) => path.slice(index))),
  );
  const missing: string[] = [];
  for (const page of pages(paths)) {
    const text = (await read(page)).replaceAll(/```[^]*?```/g, '');
    for (const [, named = ''] of text.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|js|css)|(?:[\w.-]+\/)+)`/g))
      if (!ends.has(named) && !elsewhere.has(named)) missing.push(`${page}: ${named}`);
    for (const [, link = ''] of text.matchAll(/\]\(([^)#\s:]+)[^):]*\)/g))
      if (
        !paths.includes(posix.join(posix.dirname(page), link)) &&
        !paths.includes(`${posix.join(posix.dirname(page), link)}/`)
      )
        missing.push(`${page}: ${link}`);
  }
  expect(missing).toEqual([]);
});

it('each proxy in the guides replaces a caller’s own X-Forwarded-For, so that a forged address does not pass', async () => {
  const guides = await Promise.all(['docs/deploying.md', 'docs/scaling.md'].map(read));
  const proxies = guides.flatMap((guide) =>
    [...guide.matchAll(/^```(?:nginx|haproxy)\n(.*?)^```/gms)].map(([, text]) => text),
  );
  expect(proxies.length).toBe(4);
  for (const proxy of proxies) {
    expect(proxy).toMatch(/X-Forwarded-For (\$remote_addr;|%\[src\])$/m);
    expect(proxy).not.toMatch(/forwardfor|proxy_add_x_forwarded_for/);
  }
});
