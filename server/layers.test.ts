import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

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
  ['supplier-invoices/desk/lists/routes.ts', '../../lists/filter-store.ts'],
  ['supplier-invoices/desk/lists/routes.ts', '../../lists/projection.ts'],
  ['suppliers/rules.ts', './store.ts'],
  ['suppliers/rules.ts', '../projects/store.ts'],
  ['supplier-invoices/deciding/rules.ts', './bulk-store.ts'],
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
  ['ground/http/log.ts', '../../config.ts'],
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
  ['feed/commands.ts', '../access/store.ts'],
  ['../console/src/format.ts', '../../common/decimal.ts'],
];

const nameOf = ([file]: Import, at: number) =>
  normalize(
    `server/${file.replace(/[^/]*$/, (name) => name.replace('.ts', `-${at}.ts`)).replace(/(store|projection|queries|commands|rules|routes)-(\d+)\.ts$/, 'n$2-$1.ts')}`,
  );

const folder = await mkdtemp(join(tmpdir(), 'doorway-layers-'));
await copyFile(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
for (const [at, one] of [...refused, ...accepted].entries()) {
  const file = join(folder, nameOf(one, at));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `import type { It } from '${one[1]}';\nexport const it = (it: It) => it;\n`);
}
const printed = await new Promise<string>((resolve) => {
  execFile(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json', 'common', 'server', 'console'],
    { cwd: folder },
    (_error, stdout) => resolve(stdout),
  );
});
const { diagnostics } = JSON.parse(printed) as { diagnostics: { code: string; filename: string }[] };
const found = new Set(
  diagnostics.filter(({ code }) => code.includes('no-restricted-imports')).map(({ filename }) => filename),
);

afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(refused)('the linter refuses that server/%s imports %s', (file, imported) => {
  const at = refused.findIndex((one) => one[0] === file && one[1] === imported);
  expect(found).toContain(nameOf([file, imported], at));
});

it.each(accepted)('the linter accepts that server/%s imports %s', (file, imported) => {
  const at = refused.length + accepted.findIndex((one) => one[0] === file && one[1] === imported);
  expect(found).not.toContain(nameOf([file, imported], at));
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
