import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Closing } from './closing.ts';
import { withClient } from './database.ts';
import { median } from './jobs.ts';
import { addOperator } from './operator.ts';
import type { Waits } from './neighbour.ts';
import type { Server } from './processes.ts';
import { digits, type Target } from './report.ts';
import type { Stage } from './stage.ts';
import { requireCompany } from '../server/access/store.ts';

/** No caller may wait longer than this for another one. */
const maxWaitMs = 150;
const timesEach = 3;

const manyRows = 100_000;
/** New numbers each time, so that nothing is cached. */
function rows(row: (number: string) => string, separator: string): string {
  const begin = randomUUID().slice(0, 4);
  return Array.from({ length: manyRows }, (_, nth) => row(`${begin}-${nth}`)).join(separator);
}
const invoiceWith = (more: string) =>
  `{"externalReferenceId":"${randomUUID()}","supplierNumber":"1000","totalPrice":1.5,${more}}`;
const decimals = (nth: number) => `${nth}.${String(nth).padStart(28, '1234567890')}`;

const largeInvoice = invoiceWith(
  `"articles":[${Array.from({ length: 5_000 }, (_, nth) => `{"articleDescription":"${'x'.repeat(200)}","price":${nth / 8},"quantity":1,"vat":25,"totalPrice":${nth / 8}}`).join(',')}]`,
);

interface Caller {
  server: Server;
  partner: string;
  operator: string;
  company: string;
}

const importing = (what: string, type: string, file: () => string) => (caller: Caller) =>
  post(caller.server, `/operator/v1/companies/${caller.company}/${what}/import`, caller.operator, type, file());
const invoicing =
  (more: string) =>
  ({ server, partner }: Caller) =>
    post(server, '/supplierinvoices/supplierinvoices', partner, 'application/json', invoiceWith(more));

/** The most expensive request of each kind. */
const attacks: Record<string, (caller: Caller) => Promise<string>> = {
  'a file of 100,000 projects that all have a mistake': importing(
    'projects',
    'text/csv',
    () => `number,name\n${rows((number) => `${number},`, '\n')}`,
  ),
  'a JSON file of 100,000 projects that all have a mistake': importing(
    'projects',
    'application/json',
    () => `[${rows((number) => `{"number":"${number}","nam":1}`, ',\n')}]`,
  ),
  'a file of 100,000 projects': importing(
    'projects',
    'text/csv',
    () =>
      `number,name,proposalIds,facilities\n${rows((number) => `${number},Project number ${number},P-${number},1=Main`, '\n')}`,
  ),
  'a file of 100,000 suppliers': importing(
    'suppliers',
    'text/csv',
    () => `number,name,city\n${rows((number) => `${number},Supplier number ${number},Uppsala`, '\n')}`,
  ),
  'a JSON file of 100,000 suppliers': importing(
    'suppliers',
    'application/json',
    () => `[${rows((number) => `{"number":"${number}","name":"Supplier number ${number}","city":"Uppsala"}`, ',\n')}]`,
  ),
  'an invoice of 160,000 unknown fields': invoicing(
    Array.from({ length: 160_000 }, (_, nth) => `"f${nth}":1`).join(','),
  ),
  'an invoice of 5,000 lines, each with other unknown fields': invoicing(
    `"articles":[${Array.from({ length: 5_000 }, (_, nth) => `{${Array.from({ length: 25 }, (__, at) => `"f${nth * 25 + at}":1`).join(',')}}`).join(',')}]`,
  ),
  'an invoice of 5,000 lines with 28 decimals': invoicing(
    `"totalVat":${decimals(7)},"invoiceFee":${decimals(8)},"articles":[${Array.from({ length: 5_000 }, (_, nth) => `{"price":${decimals(nth)},"quantity":${decimals(nth % 97)},"discountValue":${decimals(1)},"discountPercentage":${decimals(2)},"vat":${decimals(nth % 25)},"totalPrice":${decimals(nth + 5)}}`).join(',')}]`,
  ),
  'an invoice of 5,000 lines with 28 decimals and no totals': invoicing(
    `"totalVat":${decimals(7)},"invoiceFee":${decimals(8)},"articles":[${Array.from({ length: 5_000 }, (_, nth) => `{"price":${decimals(nth)},"quantity":${decimals(nth % 97)},"discountValue":${decimals(1)},"discountPercentage":${decimals(2)},"vat":${decimals(nth % 25)}}`).join(',')}]`,
  ),
  // The first of the attempts is accepted.
  'an invoice of 1.5 MB that was accepted before': ({ server, partner }) =>
    post(server, '/supplierinvoices/supplierinvoices', partner, 'application/json', largeInvoice),
  'the same with another price in each line': ({ server, partner }) =>
    post(
      server,
      '/supplierinvoices/supplierinvoices',
      partner,
      'application/json',
      largeInvoice.replaceAll('"price":', '"price":1'),
    ),
  '200 connections that go on sending bodies that were refused': flood,
};

async function post(server: Server, path: string, token: string, type: string, body: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const response = await fetch(server.url + path, { method: 'POST', headers, body });
  const text = await response.text();
  return `${response.status}, ${text.length} characters`;
}

const connections = 200;
const floodMs = 4_000;

async function flood({ server }: Caller): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const piece = Buffer.alloc(256 * 1024, 'x');
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(Number(port), hostname);
    const write = () => void (socket.writable && socket.write(piece, write));
    socket.on('error', () => undefined).resume();
    socket.write(
      `POST /supplierinvoices/suppliers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${2 ** 31}\r\n\r\n`,
      write,
    );
    return socket;
  });
  await sleep(floodMs);
  for (const socket of sockets) socket.destroy();
  return `${digits(sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0) / 2 ** 20)} MiB`;
}

/** The slowest of other requests while one caller sends the most expensive one. */
export async function measureStalls(stage: Stage, closing: Closing): Promise<Target[]> {
  const neighbour = fork(fileURLToPath(new URL('neighbour.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] });
  closing.add(async () => neighbour.kill());
  async function slowestBeside(caller: Caller, attack: (caller: Caller) => Promise<string>): Promise<number> {
    neighbour.send({ watch: { url: `${caller.server.url}/health/live` } });
    await sleep(300);
    const outcome = await attack(caller);
    const told = once(neighbour, 'message');
    neighbour.send({});
    const [{ slowestMs }] = (await told) as [Waits];
    process.stderr.write(`  ${digits(slowestMs)} ms; ${outcome}\n`);
    return slowestMs;
  }
  const now = await callerOf(stage.service, stage.databases.service, stage.tokens.invoicing);
  const last = stage.before.at(-1);
  const before = last && (await callerOf(last.server, last.database, stage.tokens.invoicing));
  const targets: Target[] = [];
  for (const [what, attack] of Object.entries(attacks)) {
    const [waits, waitsBefore]: [number[], number[]] = [[], []];
    for (let nth = 0; nth < timesEach; nth++) {
      if (before !== undefined) waitsBefore.push(await slowestBeside(before, attack));
      waits.push(await slowestBeside(now, attack));
    }
    const than = before === undefined ? '' : `, before ${shown(waitsBefore)}`;
    targets.push({
      what: `The longest wait beside ${what}`,
      target: `at most ${maxWaitMs} ms`,
      measured: shown(waits) + than,
      reached: median(waits) <= maxWaitMs,
    });
    process.stderr.write(`  ${what}: ${shown(waits)}${than}\n`);
  }
  return targets;
}

const shown = (waits: number[]) =>
  `${digits(median(waits))} ms (${digits(Math.min(...waits))} to ${digits(Math.max(...waits))})`;

const callerOf = (server: Server, database: string, partner: string): Promise<Caller> =>
  withClient({ connectionString: database }, async (client) => {
    const operator = await addOperator(client, 'Stalls');
    const company = await requireCompany(client, 'Registering');
    return { server, partner, operator, company };
  });
