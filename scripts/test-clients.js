// npm run test:clients: generates a client with each generator whose tools this machine has, lets it make the same eight
// calls to a running Doorway, and writes what happened into docs/clients.md. Names of clients as arguments run only those.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clients } from './clients/clients.js';
import { root } from './tools.js';

const run = promisify(execFile);
const calls = ['supplier', 'check', 'create', 'list', 'attach', 'put', 'withdraw', 'read'];
/** A double cannot hold all of its digits. */
const amount = '12345678901234.123456789';

const marks = ['<!-- written by npm run test:clients -->', '<!-- end -->'];
const heading = '| client';

const cache = join(root, 'node_modules/.cache/clients');
const folder = mkdtempSync(join(tmpdir(), 'doorway-clients-'));
const document = join(folder, 'partner.json');
/** The files that these calls send: no two have the same bytes, because a file is attached once. */
const files = { attach: join(folder, 'invoice.pdf'), put: join(folder, 'second.pdf') };
mkdirSync(cache, { recursive: true });
copyFileSync(join(root, 'openapi/partner.json'), document);
for (const [call, file] of Object.entries(files))
  writeFileSync(file, `%PDF-1.4\n% ${call}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`);

const { stop, url, token } = await startService();
const rows = [];
try {
  const selected = process.argv.slice(2);
  for (const client of clients) {
    if (selected.length > 0 && !selected.includes(client.name)) continue;
    const row = await tryClient(client);
    console.log(`${client.name}: ${(row.skipped ?? row.failed.join('; ')) || 'every call'}`);
    rows.push(row);
    writeTable(row);
  }
} finally {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = rows.some(({ failed }) => failed.length > 0) ? 1 : 0;

async function startService() {
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', DEMO: 'empty', DOCS: 'off' };
  const service = spawn(process.execPath, [join(root, 'server/bin/doorway.js'), 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => service.on('close', resolve));
  const stop = async () => {
    service.kill('SIGTERM');
    await ended;
  };
  let output = '';
  service.stderr.on('data', (chunk) => (output += chunk));
  const url = await new Promise((resolve, reject) => {
    service.stdout.on('data', (chunk) => {
      output += chunk;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`The service ended: ${output}`)));
  });
  const args = ['token', 'create', '--company', 'Acme', '--new-company', '--partner', 'Scanner', '--json'];
  const { stdout } = await run(process.execPath, [join(root, 'server/bin/doorway.js'), ...args], { env });
  return { stop, url, token: JSON.parse(stdout).token };
}

async function tryClient({ name, label, tools, make }) {
  let version = '';
  for (const [command, ...args] of tools) {
    try {
      const { stdout, stderr } = await run(command, args);
      version = (stdout || stderr).trim().split('\n')[0];
    } catch {
      return { label, skipped: `not run: this machine has no ${command}`, failed: [] };
    }
  }
  const own = join(folder, name);
  mkdirSync(own);
  const program = join(root, 'scripts/clients/programs');
  const shell = async (command, args, options) =>
    run(command, args, { cwd: own, maxBuffer: 64 * 1024 * 1024, timeout: 900_000, ...options });
  const environment = {
    ...process.env,
    DOORWAY_URL: url,
    DOORWAY_TOKEN: token,
    DOORWAY_NUMBER: `client-${name}`,
    DOORWAY_AMOUNT: amount,
    DOORWAY_PDF: files.attach,
    DOORWAY_SECOND_PDF: files.put,
  };
  try {
    const [command, ...args] = await make({ shell, folder: own, cache, document, program });
    const { stdout, stderr } = await shell(command, args, { env: environment }).catch((error) => error);
    const outcome = Object.fromEntries(
      stdout
        .split('\n')
        .map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1))
        .filter(Boolean),
    );
    const record = await recordOf(name);
    for (const [call, file] of Object.entries(files))
      if (isOk(outcome[call]) && !record.includes(sha256(file))) outcome[call] = 'the service has other bytes';
    const failed = calls
      .filter((call) => !isOk(outcome[call]))
      .map((call) => `${call}: ${(outcome[call] ?? stderr.trim().split('\n').at(-1) ?? 'no answer').slice(0, 300)}`);
    return { label, version, outcome, failed, amounts: amountsOf(record, outcome.amount) };
  } catch (error) {
    const reason = String(error.stderr || error.stdout || error.message).trim();
    return { label, version, outcome: {}, failed: [`not generated or compiled: ${reason.slice(0, 600)}`] };
  }
}

/** The invoice that a client created, as the service has it, in JSON; empty if there is none. */
async function recordOf(name) {
  const authorization = `Bearer ${token}`;
  const base = `${url}/supplierinvoices/supplierinvoices`;
  const found = await fetch(`${base}?externalReferenceId=client-${name}`, { headers: { authorization } });
  const [{ id } = {}] = (await found.json()).supplierInvoices;
  if (id === undefined) return '';
  return (await fetch(`${base}/${id}`, { headers: { authorization } })).text();
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** An amount passes if the service has the digits that were sent, and the client reads the same. */
function amountsOf(record, read) {
  if (record === '') return 'none arrived';
  const [, arrived] = /"totalPrice":([^,}]+)/.exec(record) ?? [];
  if (arrived === amount && read === amount) return 'every digit';
  return `${arrived} arrives, ${read ?? 'nothing'} is read`;
}

/** The rows of clients that did not run now stay as they are. */
function writeTable({ label, version, outcome, amounts = '', failed, skipped }) {
  const path = join(root, 'docs/clients.md');
  const [before, rest] = readFileSync(path, 'utf8').split(marks[0]);
  const [written, after] = rest.split(marks[1]);
  const earlier = written.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith(heading));
  const cells = skipped
    ? [label, '', ...calls.map(() => ''), skipped]
    : [
        label,
        version,
        ...calls.map((call) => (isOk(outcome[call]) ? 'yes' : '**no**')),
        [amounts, ...failed.map(plain)].filter(Boolean).join('; '),
      ];
  const row = `| ${cells.join(' | ')} |`;
  const rows = clients
    .map((client) => (client.label === label ? row : earlier.find((line) => line.startsWith(`| ${client.label} |`))))
    .filter(Boolean);
  const table = [
    `${heading} | with | ${calls.join(' | ')} | the amount |`,
    `|${'---|'.repeat(calls.length + 3)}`,
    ...rows,
  ];
  writeFileSync(path, `${before}${marks[0]}\n\n${table.join('\n')}\n\n${marks[1]}${after}`);
}

function isOk(outcome = '') {
  return outcome.startsWith('ok');
}

function plain(text) {
  return text.replaceAll(/[`|\s]+/g, ' ').replaceAll(folder, '');
}
