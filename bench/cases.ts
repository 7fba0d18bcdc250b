import {
  duplicate,
  duplicateOfOneSupplier,
  invoice,
  otherPayee,
  paths,
  referencePlaceholder,
  repeated,
  supplier,
  tenthDuplicate,
  workOrder,
} from './bodies.ts';
import type { Job, Measurement } from './jobs.ts';
import type { Server } from './processes.ts';
import type { Stage } from './stage.ts';

export interface Comparison {
  of: string;
  /** 'before' means the newest of the other versions. */
  to: string;
  by: keyof Measurement;
  /** The measure of the other one, if it differs. */
  toBy?: keyof Measurement;
  min?: number;
  max?: number;
}

export interface Case {
  /** For --only. */
  name: string;
  title: string;
  /** The servers to measure, one after the other in each round. */
  runs: Record<string, (stage: Stage, times: Times) => Job | Promise<Job>>;
  /** The same for other versions. */
  before?: (server: Server, stage: Stage, times: Times) => Job;
  comparisons: Comparison[];
}

export interface Times {
  warmUpMs: number;
  measureMs: number;
}

const manyConnections = 64;

const post = (server: Server, path: string, token: string, body: object, connections: number, times: Times): Job => ({
  url: server.url + path,
  pid: server.pid,
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
  expect: 200,
  connections,
  ...times,
});

export const createInvoices = (server: Server, token: string, connections: number, times: Times) =>
  post(server, paths.invoices, token, invoice, connections, times);

const creates = (
  path: string,
  token: keyof Stage['tokens'],
  body: object,
  connections: number,
): Pick<Case, 'runs' | 'before'> => {
  const by = (server: Server, { tokens }: Stage, times: Times) =>
    post(server, path, tokens[token], body, connections, times);
  return {
    runs: {
      bare: (stage, times) => by(stage.bare, stage, times),
      ceiling: (stage, times) => by(stage.ceiling, stage, times),
      baseline: (stage, times) => by(stage.baseline, stage, times),
      service: (stage, times) => by(stage.service, stage, times),
    },
    before: by,
  };
};

/** The invoices of createInvoices with something wrong in them. */
const createSuspicious = ({ service, tokens }: Stage, body: object, times: Times) =>
  post(service, paths.invoices, tokens.suspicious, body, manyConnections, times);

const repeatInvoice = ({ service, tokens }: Stage, times: Times): Job => ({
  ...createInvoices(service, tokens.suspicious, manyConnections, times),
  body: repeated,
  expect: 409,
  expectOnce: 200,
});

const withKeys = (job: Job): Job => ({
  ...job,
  headers: { ...job.headers, 'idempotency-key': referencePlaceholder },
});

const asDryRun = (job: Job): Job => ({ ...job, url: `${job.url}/check` });

/** Also waits until call records and projections are written. */
const untilQuiet = (job: Job): Job => ({ ...job, untilQuiet: true });

/** Nothing may be slower than in another version. */
const asBefore: Comparison = { of: 'service', to: 'before', by: 'rate', min: 0.97 };

export const listSuppliers = (server: Server, token: string, connections: number, times: Times): Job => ({
  url: server.url + paths.suppliers,
  pid: server.pid,
  method: 'GET',
  headers: { authorization: `Bearer ${token}` },
  expect: 200,
  connections,
  ...times,
});

async function notModified(job: Job): Promise<Job> {
  const { headers } = await fetch(job.url, { method: 'HEAD', headers: job.headers });
  return { ...job, headers: { ...job.headers, 'if-none-match': headers.get('etag') ?? '' }, expect: 304 };
}

/** The list must be built anew, as after a new supplier. */
const afterChange = (job: Job, { databases }: Stage): Job => ({
  ...job,
  before: {
    database: databases.service,
    statement: 'UPDATE company_counters SET supplier_version = supplier_version + 1',
  },
});

const lists = (token: keyof Stage['tokens'], connections: number): Pick<Case, 'runs' | 'before'> => ({
  runs: {
    service: ({ service, tokens }, times) => listSuppliers(service, tokens[token], connections, times),
    'service, If-None-Match': ({ service, tokens }, times) =>
      notModified(listSuppliers(service, tokens[token], connections, times)),
    baseline: ({ baseline, tokens }, times) => listSuppliers(baseline, tokens[token], connections, times),
  },
  before: (server, { tokens }, times) => listSuppliers(server, tokens[token], connections, times),
});

const coldLists = (token: keyof Stage['tokens']): Pick<Case, 'runs' | 'before'> => {
  const { runs, ...rest } = lists(token, 1);
  const cold: Case['runs'][string] = (stage, times) =>
    afterChange(listSuppliers(stage.service, stage.tokens[token], 1, times), stage);
  return { runs: { 'service, after a change': cold, ...runs }, ...rest };
};

/** The nth request belongs to the nth of the companies. */
const createForCompanies =
  (many: number): Case['runs'][string] =>
  async (stage, times) => {
    const tokens = (await stage.manyCompanies()).slice(0, many);
    return { ...createInvoices(stage.service, tokens[0] as string, manyConnections, times), tokens };
  };

export const cases: Case[] = [
  {
    name: 'scale',
    title: 'Create invoice, 64 connections',
    runs: {
      '1 company': createForCompanies(1),
      '10 companies': createForCompanies(10),
      '100 companies': createForCompanies(100),
    },
    comparisons: [
      { of: '10 companies', to: '1 company', by: 'rate', min: 1 },
      { of: '100 companies', to: '1 company', by: 'rate', min: 1 },
      { of: '100 companies', to: '1 company', by: 'cpuUs' },
      { of: '100 companies', to: '1 company', by: 'databaseUs' },
    ],
  },
  {
    name: 'invoices',
    title: 'Create invoice, 64 connections',
    ...creates(paths.invoices, 'invoicing', invoice, manyConnections),
    comparisons: [
      { of: 'ceiling', to: 'bare', by: 'rate', min: 0.45 },
      { of: 'service', to: 'bare', by: 'rate', min: 0.25 },
      { of: 'service', to: 'service', by: 'p99Ms', toBy: 'medianMs', max: 3 },
      { of: 'ceiling', to: 'bare', by: 'cpuUs' },
      { of: 'service', to: 'bare', by: 'cpuUs', max: 2.5 },
      { of: 'service', to: 'before', by: 'cpuUs' },
      { of: 'service', to: 'before', by: 'databaseUs' },
      { of: 'service', to: 'ceiling', by: 'rate', min: 0.25 },
      { of: 'service', to: 'baseline', by: 'rate', min: 1.8 },
      asBefore,
    ],
  },
  {
    name: 'invoices-one',
    title: 'Create invoice, 1 connection',
    ...creates(paths.invoices, 'invoicing', invoice, 1),
    comparisons: [{ of: 'service', to: 'baseline', by: 'medianMs', max: 1.25 }, asBefore],
  },
  {
    name: 'invoices-whole',
    title: 'Create invoice, 64 connections, with all that follows it',
    runs: {
      service: ({ service, tokens }, times) =>
        untilQuiet(createInvoices(service, tokens.invoicing, manyConnections, times)),
    },
    before: (server, { tokens }, times) => untilQuiet(createInvoices(server, tokens.invoicing, manyConnections, times)),
    comparisons: [
      { of: 'service', to: 'before', by: 'cpuUs' },
      { of: 'service', to: 'before', by: 'databaseUs', max: 0.5 },
      { of: 'service', to: 'before', by: 'wholeUs', max: 0.65 },
    ],
  },
  {
    name: 'invoices-keys',
    title: 'Create invoice, 64 connections, by Idempotency-Key',
    runs: {
      'without keys': ({ service, tokens }, times) => createInvoices(service, tokens.invoicing, manyConnections, times),
      'with keys': ({ service, tokens }, times) =>
        withKeys(createInvoices(service, tokens.invoicing, manyConnections, times)),
    },
    comparisons: [
      { of: 'with keys', to: 'without keys', by: 'rate', min: 0.85 },
      { of: 'with keys', to: 'without keys', by: 'cpuUs' },
      { of: 'with keys', to: 'without keys', by: 'databaseUs' },
    ],
  },
  {
    name: 'dry-runs',
    title: 'Create invoice, 64 connections, and as a dry run',
    runs: {
      real: ({ service, tokens }, times) => createInvoices(service, tokens.invoicing, manyConnections, times),
      'dry run': ({ service, tokens }, times) =>
        asDryRun(createInvoices(service, tokens.invoicing, manyConnections, times)),
    },
    comparisons: [
      { of: 'dry run', to: 'real', by: 'rate', min: 1 },
      { of: 'dry run', to: 'real', by: 'cpuUs', max: 1 },
      { of: 'dry run', to: 'real', by: 'databaseUs', max: 1 },
    ],
  },
  {
    name: 'invoices-findings',
    title: 'Create invoice, 64 connections, by what is found',
    runs: {
      clean: ({ service, tokens }, times) => createInvoices(service, tokens.invoicing, manyConnections, times),
      duplicates: (stage, times) => createSuspicious(stage, duplicate, times),
      'duplicates of one supplier': (stage, times) => createSuspicious(stage, duplicateOfOneSupplier, times),
      'each tenth a duplicate': (stage, times) => createSuspicious(stage, tenthDuplicate, times),
      repeats: repeatInvoice,
      'another payee': (stage, times) => createSuspicious(stage, otherPayee, times),
    },
    comparisons: [
      { of: 'duplicates', to: 'clean', by: 'rate', min: 0.6 },
      { of: 'duplicates of one supplier', to: 'clean', by: 'rate', min: 0.6 },
      { of: 'each tenth a duplicate', to: 'clean', by: 'rate', min: 0.6 },
      { of: 'repeats', to: 'clean', by: 'rate', min: 0.6 },
      { of: 'another payee', to: 'clean', by: 'rate', min: 0.6 },
      { of: 'duplicates', to: 'clean', by: 'cpuUs' },
      { of: 'duplicates', to: 'clean', by: 'databaseUs' },
      { of: 'repeats', to: 'clean', by: 'cpuUs' },
      { of: 'repeats', to: 'clean', by: 'databaseUs' },
    ],
  },
  {
    name: 'checks-on-off',
    title: 'Create invoice, 64 connections, by checks',
    runs: {
      'all off': ({ service, tokens }, times) => createInvoices(service, tokens.unchecked, manyConnections, times),
      'all on': ({ service, tokens }, times) => createInvoices(service, tokens.invoicing, manyConnections, times),
    },
    comparisons: [
      { of: 'all on', to: 'all off', by: 'rate', min: 0.85 },
      { of: 'all on', to: 'all off', by: 'cpuUs' },
      { of: 'all on', to: 'all off', by: 'databaseUs' },
    ],
  },
  {
    name: 'checks-stored',
    title: 'Create invoice, 64 connections, all checks on, by what is stored',
    runs: {
      'service, empty table': ({ service, tokens }, times) =>
        createInvoices(service, tokens.invoicing, manyConnections, times),
      'service, invoices stored': ({ filled, tokens }, times) =>
        createInvoices(filled as Server, tokens.invoicing, manyConnections, times),
    },
    comparisons: [
      { of: 'service, invoices stored', to: 'service, empty table', by: 'rate', min: 0.9 },
      { of: 'service, invoices stored', to: 'service, empty table', by: 'cpuUs' },
      { of: 'service, invoices stored', to: 'service, empty table', by: 'databaseUs' },
    ],
  },
  {
    name: 'webhooks',
    title: 'Create invoice, 64 connections, by webhooks',
    runs: {
      'no endpoints': ({ service, tokens }, times) => createInvoices(service, tokens.invoicing, manyConnections, times),
      'three endpoints': ({ service, tokens }, times) => createInvoices(service, tokens.told, manyConnections, times),
    },
    comparisons: [
      { of: 'three endpoints', to: 'no endpoints', by: 'rate', min: 0.9 },
      { of: 'three endpoints', to: 'no endpoints', by: 'cpuUs' },
      { of: 'three endpoints', to: 'no endpoints', by: 'databaseUs' },
    ],
  },
  {
    name: 'suppliers',
    title: 'Create supplier, 64 connections',
    ...creates(paths.suppliers, 'registering', supplier, manyConnections),
    comparisons: [
      { of: 'service', to: 'ceiling', by: 'rate' },
      { of: 'service', to: 'baseline', by: 'rate' },
      asBefore,
    ],
  },
  {
    name: 'work-orders',
    title: 'Create work order, 64 connections',
    ...creates(paths.workOrders, 'invoicing', workOrder, manyConnections),
    comparisons: [
      { of: 'service', to: 'ceiling', by: 'rate' },
      { of: 'service', to: 'baseline', by: 'rate' },
      asBefore,
    ],
  },
  {
    name: 'list-1000',
    title: 'List 1,000 suppliers, 64 connections',
    ...lists('invoicing', manyConnections),
    comparisons: [
      { of: 'service', to: 'baseline', by: 'rate', min: 5 },
      { of: 'service, If-None-Match', to: 'baseline', by: 'rate' },
      asBefore,
    ],
  },
  {
    name: 'list-1000-cold',
    title: 'List 1,000 suppliers, one request at a time',
    ...coldLists('invoicing'),
    comparisons: [
      { of: 'service, after a change', to: 'baseline', by: 'rate' },
      { of: 'service', to: 'baseline', by: 'rate' },
      asBefore,
    ],
  },
  {
    name: 'list-100000',
    title: 'List 100,000 suppliers, one request at a time',
    ...coldLists('large'),
    comparisons: [
      { of: 'service, after a change', to: 'baseline', by: 'rate' },
      { of: 'service, If-None-Match', to: 'baseline', by: 'rate' },
      asBefore,
    ],
  },
];
