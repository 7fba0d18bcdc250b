import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const { findWrongImports, whyNot } = await import(new URL('../scripts/layers.js', import.meta.url).href);

type Import = [file: string, imported: string];

const refused: Import[] = [
  ['errors/catalogue.ts', '../ground/short.ts'],
  ['checks/judge.ts', '../suppliers/store.ts'],
  ['checks/judge.ts', '../ground/db/ids.ts'],
  ['checks/rules/payee.ts', '../../suppliers/rules.ts'],
  ['ground/scheduling/turns.ts', '../../suppliers/store.ts'],
  ['ground/scheduling/turns.ts', '../../door/auth.ts'],
  ['ground/http/log.ts', '../../calls/store.ts'],
  ['ground/http/log.ts', '../../desk/auth.ts'],
  ['ground/http/log.ts', '../../deps.ts'],
  ['ground/http/log.ts', '../../config.ts'],
  ['suppliers/desk/actions.ts', '../../supplier-invoices/store.ts'],
  ['partners/desk/routes.ts', '../../sandbox/desk/routes.ts'],
  ['operators/commands.ts', '../notifications/store.ts'],
  ['supplier-invoices/checking/arrival-rules.ts', '../../sandbox/test-values.ts'],
  ['people/store.ts', '../unlisted/store.ts'],
  ['ground/db/embedded/hold.ts', '../../../events/record.ts'],
  ['ground/db/paging.ts', '../http/problems.ts'],
  ['events/record.ts', '../suppliers/store.ts'],
  ['events/follow.ts', '../ground/http/log.ts'],
  ['feed/commands.ts', './desk/routes.ts'],
  ['suppliers/rules.ts', './door/schemas.ts'],
  ['suppliers/rules.ts', './desk/schemas.ts'],
  ['suppliers/rules.ts', '../door/shapes.ts'],
  ['suppliers/rules.ts', '../projects/rules.ts'],
  ['suppliers/rules.ts', '../jobs/sweeps.ts'],
  ['suppliers/store.ts', '../ground/http/shapes.ts'],
  ['suppliers/store.ts', '../ground/files/disk.ts'],
  ['suppliers/projection.ts', '../ground/http/shapes.ts'],
  ['suppliers/desk/queries.ts', '../../ground/http/shapes.ts'],
  ['suppliers/commands.ts', './desk/actions.ts'],
  ['suppliers/door/actions.ts', '../desk/queries.ts'],
  ['suppliers/door/routes.ts', '../../desk/lists.ts'],
  ['suppliers/desk/routes.ts', '../door/schemas.ts'],
  ['suppliers/desk/routes.ts', '../../door/create.ts'],
  ['suppliers/desk/routes.ts', '../../app.ts'],
  ['door/auth.ts', '../desk/auth.ts'],
  ['desk/auth.ts', '../door/auth.ts'],
  ['desk/console/routes.ts', '../../door/auth.ts'],
  ['jobs/sweeps.ts', '../suppliers/desk/queries.ts'],
  ['suppliers/door/routes.ts', '../store.ts'],
  ['suppliers/desk/routes.ts', '../proposals-store.ts'],
  ['suppliers/desk/routes.ts', './queries.ts'],
  ['supplier-invoices/desk/lists/list-routes.ts', '../../lists/filter-store.ts'],
  ['supplier-invoices/desk/lists/list-routes.ts', '../../lists/projection.ts'],
  ['suppliers/rules.ts', './store.ts'],
  ['suppliers/rules.ts', '../projects/store.ts'],
  ['supplier-invoices/deciding/decision-rules.ts', './bulk-store.ts'],
  ['supplier-invoices/deciding/limit.ts', '../desk/schemas.ts'],
  ['supplier-invoices/deciding/limit.ts', '../../suppliers/rules.ts'],
  ['supplier-invoices/deciding/bulk-store.ts', '../../ground/http/call.ts'],
  ['overview/desk/rules.ts', './queries.ts'],
  ['../console/src/format.ts', '../../server/errors/errors.ts'],
  ['../common/decimal.ts', '../server/config.ts'],
];

const accepted: Import[] = [
  ['errors/catalogue.ts', './errors.ts'],
  ['ground/http/log.ts', '../../errors/errors.ts'],
  ['checks/rules/payee.ts', '../../errors/short.ts'],
  ['suppliers/store.ts', '../ground/db/pool.ts'],
  ['suppliers/store.ts', '../ground/secrets/tokens.ts'],
  ['suppliers/store.ts', '../idempotency/store.ts'],
  ['suppliers/rules.ts', '../checks/judge.ts'],
  ['suppliers/change.ts', '../projects/store.ts'],
  ['suppliers/change.ts', '../audit/record.ts'],
  ['suppliers/change.ts', '../decisions/decide.ts'],
  ['suppliers/door/routes.ts', './actions.ts'],
  ['suppliers/door/actions.ts', '../store.ts'],
  ['supplier-invoices/deciding/limit.ts', '../../suppliers/store.ts'],
  ['supplier-invoices/deciding/limit.ts', '../../../common/decimal.ts'],
  ['suppliers/door/routes.ts', '../../door/create.ts'],
  ['suppliers/desk/routes.ts', '../../desk/lists.ts'],
  ['jobs/sweeps.ts', '../suppliers/store.ts'],
  ['feed/commands.ts', '../companies/store.ts'],
  ['sandbox/copy.ts', '../suppliers/store.ts'],
  ['sandbox/actions.ts', '../partners/credentials.ts'],
  ['../console/src/format.ts', '../../common/decimal.ts'],
];

const inRepository = ([file, imported]: Import) =>
  [`server/${file}`, posix.join('server', posix.dirname(file), imported)].map((path) => posix.normalize(path));

it.each(refused)('server/%s may not import %s', (file, imported) => {
  expect(whyNot(...inRepository([file, imported]))).toMatch(/\.$/);
});

it.each(accepted)('server/%s may import %s', (file, imported) => {
  expect(whyNot(...inRepository([file, imported]))).toBeUndefined();
});

const folder = mkdtempSync(join(tmpdir(), 'doorway-layers-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('imports and exports of every form are found, also of types, over several lines and at run time; those of tests are free', () => {
  const forms = [
    `import { one } from '../webhooks/store.ts';`,
    `import type { One } from '../webhooks/store.ts';`,
    `import {\n  one,\n  two,\n} from '../webhooks/store.ts';`,
    `export { one } from '../webhooks/store.ts';`,
    `import '../webhooks/store.ts';`,
    `export const later = () => import('../webhooks/store.ts');`,
  ];
  for (const name of ['common', 'console/src', 'server/people']) mkdirSync(join(folder, name), { recursive: true });
  for (const [at, form] of forms.entries()) writeFileSync(join(folder, `server/people/form-${at}.ts`), `${form}\n`);
  writeFileSync(join(folder, 'server/people/form.test.ts'), `${forms[0]}\n`);
  const found: string[] = findWrongImports(folder);
  expect(found.map((line) => line.split(' ')[0]).toSorted()).toEqual(
    forms.map((_form, at) => `server/people/form-${at}.ts`),
  );
});

it('the ground is compiled without what door and desk add to requests and routes, so it cannot use any of it', async () => {
  const listed = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'server/tsconfig.ground.json', '--listFilesOnly'],
      { cwd: root, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout) => resolve(stdout),
    );
  });
  const folders = listed
    .split('\n')
    .filter((file) => file.startsWith(root) && !file.includes('node_modules'))
    .map((file) => file.slice(root.length).split('/').slice(0, 2).join('/'));
  expect(folders).toContain('server/ground');
  const isAllowed = (folder: string) =>
    /^(common|server\/(ground|errors|(config|decimal|identifiers|package)\.ts$))/.test(folder);
  expect(folders.filter((folder) => !isAllowed(folder))).toEqual([]);
});
