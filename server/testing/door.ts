import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createToken } from './access.ts';
import type { TokenRequest } from '../access/actions.ts';
import { listCompanies, requireCompany } from '../access/store.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { Door as SliceDoor } from '../door/door.ts';
import { createFollowers, type Followers } from '../events/followers.ts';
import { createPool, operatorStatementTimeoutMs, transaction, type CompanyId, type Pool } from '../ground/db/pool.ts';
import { openDiskStore, type FileStore } from '../ground/files/disk.ts';
import { compileWhenNeeded, type Compilers } from '../ground/http/compilers.ts';
import { createDraining } from '../ground/http/draining.ts';
import { createLogger } from '../ground/http/log.ts';
import { createMetrics } from '../ground/http/metrics.ts';
import { createProjections, startProjections } from '../jobs/projections.ts';
import { upsertProjects, type NewProject } from '../projects/store.ts';

export interface Answer {
  /** What was asked for, where that is known. */
  path?: string;
  status: number;
  headers: Headers;
  /** The JSON body; undefined if there is no body. */
  body: any;
}

export interface Call {
  token?: string | undefined;
  body?: unknown;
  /** Sent as it stands, instead of body. */
  raw?: string | Uint8Array | FormData | undefined;
  headers?: Record<string, string>;
}

/** The real app on a real database and a real port, with one company and one partner. */
export interface Door {
  url: string;
  /** The second port, where something is served there. */
  inside: string | undefined;
  pool: Pool;
  database: TestDatabase;
  dataDir: string;
  files: FileStore;
  followers: Followers;
  /** Of company “Acme”, partner “Scanner”, all scopes. */
  token: string;
  company: CompanyId;
  /** Every line that was logged. */
  logged: string[];
  call(method: string, path: string, call?: Call): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  tokenFor(request: Partial<TokenRequest>): Promise<string>;
  addSupplier(number: string, more?: Record<string, unknown>): Promise<void>;
  addProject(project: Omit<NewProject, 'id'>, company?: CompanyId): Promise<void>;
  close(): Promise<void>;
}

export const paths = {
  suppliers: '/supplierinvoices/suppliers',
  invoices: '/supplierinvoices/supplierinvoices',
  attach: '/supplierinvoices/attach',
  workOrders: '/doorway/v1/projects/workorder',
} as const;

/** `opened` are the slices' doors, where they are not those of the service. */
export async function openDoor(
  env: Record<string, string> = {},
  opened?: readonly SliceDoor[],
  compilers: Compilers = compileWhenNeeded(),
): Promise<Door> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'doorway-files-'));
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...env });
  const logged: string[] = [];
  const log = createLogger(config.logLevel, { write: (line) => void logged.push(line) });
  const pool = createPool({ connection: database.connection, size: config.poolSize, onIdleError: () => undefined });
  const operatorPool = createPool({
    connection: database.connection,
    size: config.operatorPoolSize,
    statementTimeoutMs: operatorStatementTimeoutMs,
    onIdleError: () => undefined,
  });
  const files = await openDiskStore(dataDir);
  const followers = createFollowers({
    connection: database.connection,
    pool: operatorPool,
    companies: async () => (await listCompanies(operatorPool)).map(({ id }) => id),
    log,
    // So seldom that no test meets it by chance: what is recorded wakes.
    pollMs: 24 * 60 * 60 * 1000,
  });
  const leave = async () => {
    await followers.close();
    await Promise.all([pool.end(), operatorPool.end()]);
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const deps: Deps = {
    config,
    pool,
    operatorPool,
    files,
    followers,
    projections: createProjections(operatorPool, log),
    metrics: createMetrics({ partners: pool, operators: operatorPool }),
    log,
    draining: createDraining(),
    compilers,
  };
  const app = await buildApp(deps, opened).catch(async (error: unknown) => {
    await leave();
    throw error;
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const inside = await app.inside?.listen({ host: '127.0.0.1', port: 0 });
  const stopProjections = startProjections({ pool: operatorPool, followers, log });
  await followers.ready;
  const tokenFor = async (request: Partial<TokenRequest>) =>
    (await createToken(pool, { company: 'Acme', partner: 'Scanner', ...request })).token;
  const token = await tokenFor({});
  const company = await requireCompany(pool, 'Acme');

  const door: Door = {
    url,
    inside,
    pool,
    database,
    dataDir,
    files,
    followers,
    token,
    company,
    logged,
    tokenFor,
    call: (method, path, call = {}) => send(url, method, path, { token, ...call }),
    post: (path, body, headers = {}) => send(url, 'POST', path, { token, body, headers }),
    addSupplier: async (number, more = {}) => {
      const { status, body } = await door.post(config.basePath + paths.suppliers, {
        number,
        name: `Supplier ${number}`,
        ...more,
      });
      if (status !== 200) throw new Error(`supplier ${number}: ${status} ${JSON.stringify(body)}`);
    },
    addProject: async (project, of = company) => {
      await transaction(pool, (tx) => upsertProjects(tx, of, [{ id: uuidv7(), ...project }], new Date()));
    },
    close: async () => {
      await app.close();
      await stopProjections();
      await leave();
    },
  };
  return door;
}

/** One HTTP request. `token: undefined`, named, sends none. */
export async function send(
  base: string,
  method: string,
  path: string,
  { token, body, raw, headers = {} }: Call,
): Promise<Answer> {
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: (raw as string | undefined) ?? (body === undefined ? undefined : JSON.stringify(body)),
  });
  const text = await response.text();
  return { path, status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}
