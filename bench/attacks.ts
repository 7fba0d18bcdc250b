import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from './processes.ts';
import { digits } from './report.ts';

export interface Attacker {
  server: Server;
  partner: string;
  operator: string;
  company: string;
}

/** Sends one request and says what came of it. */
type Send = (attacker: Attacker) => Promise<string>;

export interface Attack {
  send: Send;
  /** How many send it at once, again and again. */
  senders: number;
}

const byEight = (send: Send): Attack => ({ send, senders: 8 });
/** For requests that leave many rows behind. */
const byOne = (send: Send): Attack => ({ send, senders: 1 });

const lines = (line: (nth: number) => string) =>
  `"articles":[${Array.from({ length: 5_000 }, (_, nth) => line(nth)).join(',')}]`;
const decimals = (nth: number) => `${nth}.${String(nth).padStart(28, '1234567890')}`;
const withDecimals = (totals: (nth: number) => string) =>
  `"totalVat":${decimals(7)},"invoiceFee":${decimals(8)},${lines((nth) => `{"price":${decimals(nth)},"quantity":${decimals(nth % 97)},"discountValue":${decimals(1)},"discountPercentage":${decimals(2)},"vat":${decimals(nth % 25)}${totals(nth)}}`)}`;
const describedLines = lines(
  (nth) =>
    `{"articleDescription":"${'x'.repeat(200)}","price":${nth / 8},"quantity":1,"vat":25,"totalPrice":${nth / 8}}`,
);

const invoiceWith = (more: string) =>
  `{"externalReferenceId":"${randomUUID()}","supplierNumber":"1000","totalPrice":1.5,${more}}`;
const invoicing =
  (more: string, query = ''): Send =>
  ({ server, partner }) =>
    post(server, `/supplierinvoices/supplierinvoices${query}`, partner, 'application/json', invoiceWith(more));
/** The first of them is accepted. */
const invoicingAgain =
  (body: string): Send =>
  ({ server, partner }) =>
    post(server, '/supplierinvoices/supplierinvoices', partner, 'application/json', body);

/** New numbers each time, so that nothing is cached. */
function rows(many: number, row: (number: string) => string, separator: string): string {
  const begin = randomUUID().slice(0, 4);
  return Array.from({ length: many }, (_, nth) => row(`${begin}-${nth}`)).join(separator);
}
const importing =
  (what: string, type: string, file: () => string): Send =>
  ({ server, company, operator }) =>
    post(server, `/operator/v1/companies/${company}/${what}`, operator, type, file());

const largeInvoice = invoiceWith(describedLines);
const supplierFile = `number,name,city\n${rows(50_000, (number) => `${number},Supplier number ${number},Uppsala`, '\n')}`;
const sentInvoices = Array.from({ length: 10_000 }, (_, nth) => `{"externalReferenceId":"r-${nth}","totalPrice":1.5}`);

/** The dearest request of each kind. */
export const attacks: Record<string, Attack> = {
  'invoices of 5,000 wrong lines': byEight(
    invoicing(lines(() => '{"price":"x","quantity":"x","vat":"x","totalPrice":"x","discountValue":"x"}')),
  ),
  'invoices of 240,000 values': byEight(
    invoicing(`"more":[1e1,${Array.from({ length: 239_000 }).fill('1').join(',')}]`),
  ),
  'checks of 5,000 lines without sending': byEight(invoicing(describedLines, '/check')),
  'reconciling 10,000 invoices': byEight(({ server, partner }) =>
    post(
      server,
      '/doorway/v1/reconciliations',
      partner,
      'application/json',
      `{"from":1700000000000,"to":1900000000000,"supplierInvoices":[${sentInvoices.join(',')}]}`,
    ),
  ),
  'previews of an import of 50,000 suppliers': byEight(
    importing('suppliers/import/preview', 'text/csv', () => supplierFile),
  ),
  '/metrics': byEight(({ server }) => get(server, '/metrics')),
  '/openapi.json': byEight(({ server }) => get(server, '/openapi.json')),
  '/openapi.yaml': byEight(({ server }) => get(server, '/openapi.yaml')),
  'an invoice of 1.6 MB that was accepted before': byEight(invoicingAgain(largeInvoice)),
  'the same with another price in each line': byEight(invoicingAgain(largeInvoice.replaceAll('"price":', '"price":1'))),
  'invoices of 160,000 unknown fields': byEight(
    invoicing(Array.from({ length: 160_000 }, (_, nth) => `"f${nth}":1`).join(',')),
  ),
  'invoices of 5,000 lines, each with other unknown fields': byEight(
    invoicing(lines((nth) => `{${Array.from({ length: 25 }, (_, at) => `"f${nth * 25 + at}":1`).join(',')}}`)),
  ),
  'invoices of 5,000 lines with 28 decimals': byEight(
    invoicing(withDecimals((nth) => `,"totalPrice":${decimals(nth + 5)}`)),
  ),
  'invoices of 5,000 lines with 28 decimals and no totals': byEight(invoicing(withDecimals(() => ''))),
  'files of 100,000 projects that all have a mistake': byOne(
    importing('projects/import', 'text/csv', () => `number,name\n${rows(100_000, (number) => `${number},`, '\n')}`),
  ),
  'JSON files of 100,000 projects that all have a mistake': byOne(
    importing(
      'projects/import',
      'application/json',
      () => `[${rows(100_000, (number) => `{"number":"${number}","nam":1}`, ',\n')}]`,
    ),
  ),
  'a file of 100,000 projects': byOne(
    importing(
      'projects/import',
      'text/csv',
      () =>
        `number,name,proposalIds,facilities\n${rows(100_000, (number) => `${number},Project number ${number},P-${number},1=Main`, '\n')}`,
    ),
  ),
  'a file of 100,000 suppliers': byOne(
    importing(
      'suppliers/import',
      'text/csv',
      () => `number,name,city\n${rows(100_000, (number) => `${number},Supplier number ${number},Uppsala`, '\n')}`,
    ),
  ),
  'a JSON file of 100,000 suppliers': byOne(
    importing(
      'suppliers/import',
      'application/json',
      () =>
        `[${rows(100_000, (number) => `{"number":"${number}","name":"Supplier number ${number}","city":"Uppsala"}`, ',\n')}]`,
    ),
  ),
  '200 connections that go on sending bodies that were refused': byOne(flood),
};

async function post(server: Server, path: string, token: string, type: string, body: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  return outcomeOf(await fetch(server.url + path, { method: 'POST', headers, body }));
}

const get = async (server: Server, path: string): Promise<string> => outcomeOf(await fetch(server.url + path));

async function outcomeOf(response: Response): Promise<string> {
  const text = await response.text();
  return `${response.status}, ${text.length} characters`;
}

const connections = 200;
const floodMs = 4_000;

async function flood({ server }: Attacker): Promise<string> {
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
