import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runCommand } from '../../testing/command-line.ts';
import { openDoor, paths } from '../../testing/door.ts';

const door = await openDoor();
const folder = mkdtempSync(join(tmpdir(), 'doorway-import-'));
afterAll(async () => {
  await door.close();
  rmSync(folder, { recursive: true });
});

async function doorway(args: string[], input = '') {
  // The host in the query, the socket's folder, overrides the one in the URL.
  const { code, stdout, stderr } = await runCommand(
    args,
    { DATA_DIR: folder, DATABASE_URL: door.database.url.replace('@/', '@localhost/') },
    input,
  );
  return { status: code, stdout, stderr };
}

function fileOf(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

it('projects are imported from a file, and a partner can create a work order at once', async () => {
  const file = fileOf(
    'projects.csv',
    '\uFEFFnumber;name;proposalIds;facilities\r\nP1;Eken;P-1;1=Main building\r\nP2;Hamnen;P-2;\r\n',
  );
  expect(await doorway(['project', 'import', '--company', door.companyName, file])).toEqual({
    status: 0,
    stdout: '',
    stderr:
      '2 projects created, 0 updated.\nWarning: Project Hamnen (P2) has no facility; work orders for it will be refused.\n',
  });
  expect(await door.post(paths.workOrders, { id: 'w1', proposalId: 'P-1' })).toMatchObject({
    status: 200,
    body: { title: 'Eken #1' },
  });
});

it('a hyphen reads standard input, and --json is for scripts', async () => {
  const { status, stdout, stderr } = await doorway(
    ['supplier', 'import', '--company', door.companyName, '--json', '-'],
    '[{"number":"1","name":"One","iban":"SE45"}]',
  );
  expect({ status, stderr, outcome: JSON.parse(stdout) }).toEqual({
    status: 0,
    stderr: '',
    outcome: { created: 1, updated: 0, unchanged: 0 },
  });
  expect((await door.call('GET', paths.suppliers)).body.suppliers).toMatchObject([
    { number: '1', name: 'One', iban: 'SE45' },
  ]);
});

it('mistakes are lines on standard error, objects with --json, and exit 1', async () => {
  const { status, stdout, stderr } = await doorway(
    ['project', 'import', '--company', door.companyName, '--format', 'csv', '--json', '-'],
    'number,name\n7,\n7,x\n',
  );
  expect(status).toBe(1);
  expect(stderr).toBe(
    'line 2: name is required\nline 3: number "7" is on line 2 too\nNothing was imported, because the file has 2 mistakes.\n',
  );
  expect(JSON.parse(stdout)).toEqual({
    mistakes: [
      { line: 2, field: 'name', problem: 'is required' },
      { line: 3, field: 'number', problem: '"7" is on line 2 too' },
    ],
  });
});

it('wrong usage exits with 2', async () => {
  const { status, stdout, stderr } = await doorway(['project', 'import', 'file.csv']);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain("required option '--company <name>' not specified");
});

it('commands are in the audit log as the command line, without secrets', async () => {
  const printed = async (args: string[], input = '') => {
    const { status, stdout, stderr } = await doorway(args, input);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    return stdout === '' ? undefined : JSON.parse(stdout);
  };
  const { id, token } = await printed([
    'token',
    'create',
    '--company',
    'Audited',
    '--partner',
    'Printer',
    '--new-company',
    '--scopes',
    'suppliers:read',
    '--json',
  ]);
  const { client_id: client, client_secret: secret } = await printed([
    'client',
    'create',
    '--company',
    'Audited',
    '--partner',
    'Printer',
  ]);
  for (let n = 0; n < 2; n++) {
    await printed(['token', 'revoke', id]);
    await printed(['client', 'revoke', client]);
  }
  await printed(['project', 'import', '--company', 'Audited', '-'], '[{"number":"1","name":"One"}]');
  await printed(['supplier', 'import', '--company', 'Audited', '-'], '[{"number":"1","name":"One"}]');
  const { rows } = await door.pool.query(
    `SELECT action, subject_id, data FROM audit_log
     WHERE operator_id IS NULL AND operator_name = 'the command line' AND (company_id = (SELECT id FROM companies WHERE name = 'Audited') OR action LIKE 'company.%') ORDER BY id`,
  );
  expect(rows).toMatchObject([
    { action: 'company.created', data: { name: 'Audited' } },
    { action: 'partner.created', data: { name: 'Printer' } },
    {
      action: 'token.created',
      subject_id: id,
      data: { partner: 'Printer', scopes: ['suppliers:read'], expiresAt: null },
    },
    { action: 'client.created', subject_id: client, data: { partner: 'Printer' } },
    { action: 'token.revoked', subject_id: id },
    { action: 'client.revoked', subject_id: client },
    { action: 'projects.imported', data: { created: 1, updated: 0, unchanged: 0 } },
    { action: 'suppliers.imported', data: { created: 1, updated: 0, unchanged: 0 } },
  ]);
  for (const hidden of [token, secret]) expect(JSON.stringify(rows)).not.toContain(hidden);
});
