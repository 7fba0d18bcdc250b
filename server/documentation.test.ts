import { readFile } from 'node:fs/promises';
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
