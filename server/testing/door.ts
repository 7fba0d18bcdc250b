import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { citusUrl, clusterConnection, createDistributedDatabase, fakedCluster } from './citus.ts';
import { createTestDatabase, openOwnDatabase, type Reason, type TestDatabase } from './database.ts';
import { clearCompanies } from './clear-companies.ts';
import { faultyEventsOf } from './events.ts';
import { doorClosed, doorOpened, forWorker } from './leaks.ts';
import { cheapPasswords } from './password.ts';
import { createToken } from './access.ts';
import { exchange } from './exchange.ts';
import { compileOnce } from './compilers.ts';
import { missingOff } from './missing-off.ts';
import type { TokenRequest } from '../partners/actions.ts';
import { listCompanies, requireCompany } from '../companies/store.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { readConsole } from '../ground/http/answers/web-files.ts';
import type { Door as SliceDoor } from '../door/door.ts';
import { createFollowers, type Followers } from '../events/followers.ts';
import { transaction, type CompanyId, type Pool } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { openFileStore } from '../ground/files/open.ts';
import type { FileStore } from '../ground/files/store.ts';
import { loadSealingKeys } from '../ground/secrets/sealing-keys.ts';
import type { Compilers } from '../ground/http/answers/compilers.ts';
import { createDraining } from '../ground/http/arrival/draining.ts';
import { createLogger } from '../ground/http/observe/log.ts';
import { createMetrics } from '../ground/http/observe/metrics.ts';
import type { SealingKeys } from '../ground/secrets/seal.ts';
import { createProjections, startProjections } from '../jobs/projections.ts';
import type { Passwords } from '../ground/secrets/passwords.ts';
import { consoleFolder } from '../package.ts';
import type { Project } from '../projects/rules.ts';
import { upsertProjects } from '../projects/store.ts';
import { newId } from '../ground/db/ids.ts';
import { pauseBetweenTries } from './time.ts';

export interface Answer {
  path?: string;
  status: number;
  headers: Headers;
  body: any;
}

export interface Call {
  token?: string | undefined;
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  raw?: string | Uint8Array | FormData | undefined;
  headers?: Record<string, string>;
}

/** The real app on a real database and a real port, with one company and one partner. */
export interface Door {
  url: string;
  inside: string | undefined;
  pool: Pool;
  database: Pick<TestDatabase, 'connection' | 'url'>;
  dataDir: string;
  files: FileStore;
  sealingKeys: SealingKeys;
  followers: Followers;
  /** Belongs to the partner “Scanner” and has all scopes. */
  token: string;
  company: CompanyId;
  companyName: string;
  logged: string[];
  call(method: string, path: string, call?: Call): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** By default for the door's company. */
  tokenFor(request: Partial<TokenRequest>): Promise<string>;
  /** Repeated calls with the same name return the same company. */
  addCompany(name: string, partner?: string): Promise<OtherCompany>;
  addSupplier(number: string, more?: Record<string, unknown>): Promise<void>;
  addProject(project: Omit<Project, 'id'>, company?: CompanyId): Promise<void>;
  close(): Promise<void>;
}

export interface OwnDoor extends Door {
  database: TestDatabase;
}

export interface OtherCompany {
  id: CompanyId;
  name: string;
  token: string;
}

export const paths = {
  suppliers: '/supplierinvoices/suppliers',
  invoices: '/supplierinvoices/supplierinvoices',
  attach: '/supplierinvoices/attach',
  workOrders: '/doorway/v1/projects/workorder',
} as const;

export interface ServiceOptions {
  env?: Record<string, string>;
  doors?: readonly SliceDoor[];
  compilers?: Compilers;
  /** Hashing with production's cost takes half a second per password. */
  passwords?: Passwords | 'production';
  /** Connections of each of the two pools. */
  poolSize?: number;
  /** How long a statement waits for one of them, and how long it may take. */
  connectTimeoutMs?: number;
  statementTimeoutMs?: number;
  /** Sends the statements of a cluster to a plain PostgreSQL: each company's to a worker, which is the same server. */
  isRouted?: boolean;
}

export interface CompanyOptions {
  /**
   * Whether missing values are findings, as they usually are. Invoices of tests have only the fields that the test is
   * about, so their companies have these checks off unless a test asks for them.
   */
  findsMissing?: boolean;
}

interface Service extends Pick<
  Door,
  'url' | 'inside' | 'pool' | 'database' | 'dataDir' | 'files' | 'sealingKeys' | 'followers'
> {
  basePath: string;
  operatorPool: Pool;
  readers: Set<(line: string) => void>;
  /** Keeps the database. */
  stop(): Promise<void>;
}

/** The service's own limits are for an idle machine. */
const patientTimeoutMs = 60_000;

/** All apps of a worker use these, so that each schema is compiled once. */
export const sharedCompilers = compileOnce();

/** Reading its files takes most of the time in which an app is built. */
let builtConsole: ReturnType<typeof readConsole> | undefined;

async function openService(
  address: TestDatabase['connection'],
  dataDir: string,
  {
    env = {},
    doors,
    compilers = sharedCompilers,
    passwords = cheapPasswords,
    poolSize,
    connectTimeoutMs = patientTimeoutMs,
    statementTimeoutMs = patientTimeoutMs,
    isRouted = false,
  }: ServiceOptions,
): Promise<Omit<Service, 'database'>> {
  const plain = isRouted ? { ...address, cluster: fakedCluster(address) } : address;
  const connection = citusUrl === undefined ? plain : await clusterConnection(address);
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...env });
  const readers: Service['readers'] = new Set();
  const log = createLogger(config.logLevel, { write: (line) => readers.forEach((read) => read(line)) });
  const poolOf = (size: number) =>
    createPool({
      connection,
      size: poolSize ?? size,
      statementTimeoutMs,
      connectTimeoutMs,
      onIdleError: () => undefined,
    });
  const [pool, operatorPool] = [poolOf(config.poolSize), poolOf(config.operatorPoolSize)];
  const files = await openFileStore(config);
  const sealingKeys = await loadSealingKeys(config);
  const followers = createFollowers({
    connection,
    pool: operatorPool,
    companies: async () => (await listCompanies(operatorPool)).map(({ id }) => id),
    log,
    // Too long for any test to rely on polling: recorded events wake the followers.
    pollIntervalMs: 24 * 60 * 60 * 1000,
  });
  const leave = async () => {
    await followers.close();
    files.close();
    await Promise.all([pool.end(), operatorPool.end()]);
  };
  const deps: Deps = {
    config,
    pool,
    operatorPool,
    files,
    sealingKeys,
    followers,
    projections: createProjections(operatorPool, log),
    // A test reads its counts at once.
    metrics: createMetrics({ partners: pool, operators: operatorPool }, 0),
    log,
    draining: createDraining(),
    compilers,
    console: await (builtConsole ??= readConsole(consoleFolder)),
    ...(passwords !== 'production' && { passwords }),
  };
  const app = await buildApp(deps, doors).catch(async (error: unknown) => {
    await leave();
    throw error;
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const inside = await app.inside?.listen({ host: '127.0.0.1', port: 0 });
  const stopProjections = startProjections({ pool: operatorPool, followers, log });
  await followers.ready;
  return {
    url,
    inside,
    pool,
    operatorPool,
    dataDir,
    files,
    sealingKeys,
    followers,
    basePath: config.basePath,
    readers,
    stop: async () => {
      await app.close();
      await stopProjections();
      await leave();
    },
  };
}

// The test files of a worker run one after the other in one process and share these.
let sharedDatabase: Promise<TestDatabase> | undefined;
let shared: Promise<Service> | undefined;

const createSharedDatabase = () => (citusUrl === undefined ? createTestDatabase() : createDistributedDatabase());

async function openShared(): Promise<Service> {
  const database = await (sharedDatabase ??= createSharedDatabase());
  const dataDir = await mkdtemp(join(inject('folder'), 'files-'));
  // All test files call from the same network, so their unauthenticated calls would add up.
  const service = await openService(database.connection, dataDir, { env: { UNKNOWN_CALLS_PER_MINUTE: '0' } });
  // A pool belongs to whoever uses it first.
  await Promise.all([service.pool, service.operatorPool].map((pool) => pool.query('SELECT')));
  return { ...service, database };
}

export async function openDoor(options: CompanyOptions = {}): Promise<Door> {
  return openCompany(await (shared ??= forWorker(openShared)), options);
}

/** Loading the reference page is a quarter of an app's start. A test that needs it says so. */
const withoutDocs = ({ env, ...options }: ServiceOptions): ServiceOptions => ({
  ...options,
  env: { DOCS: 'off', ...env },
});

/** For a test of the process's settings; `reason` names them. The company is new, the database is shared. */
export async function openOwnApp(_reason: Reason, options: ServiceOptions = {}): Promise<Door> {
  const database = await (sharedDatabase ??= createSharedDatabase());
  const dataDir = await mkdtemp(join(inject('folder'), 'files-'));
  const service = await openService(database.connection, dataDir, withoutDocs(options));
  const door = await openCompany({ ...service, database });
  return {
    ...door,
    close: async () => {
      await door.close();
      await service.stop();
    },
  };
}

async function openCompany(service: Service, options: CompanyOptions = {}): Promise<Door> {
  // Sign-in attempts are also counted per network, so those of earlier files would count.
  await service.pool.query('DELETE FROM sign_in_tries');
  const { door, stopLogging } = await addDoor(service, `Acme ${randomBytes(3).toString('hex')}`, options);
  doorOpened(door);
  return {
    ...door,
    close: async () => {
      await expectIdle(service);
      stopLogging();
      if (!doorClosed(door)) return;
      const faults = await faultyEventsOf(service.pool);
      if (citusUrl === undefined) await clearCompanies(service.pool);
      // Removing whole companies takes long there; administrators would be those of the next file too.
      else await service.pool.query('UPDATE operators SET disabled_at = $1 WHERE disabled_at IS NULL', [new Date()]);
      expect(faults, 'events that are not as the catalogue says').toEqual([]);
    },
  };
}

/**
 * For a test that touches data shared by companies. It costs about 0.5 s of CPU time: `reason` says why a company of
 * its own is not enough.
 */
export async function openOwnDoor(reason: Reason, options: ServiceOptions = {}): Promise<OwnDoor> {
  const database = await openOwnDatabase(reason);
  const dataDir = await mkdtemp(join(tmpdir(), 'doorway-files-'));
  const leave = async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const service = await openService(database.connection, dataDir, withoutDocs(options)).catch(
    async (error: unknown) => {
      await leave();
      throw error;
    },
  );
  const { door } = await addDoor({ ...service, database }, 'Acme');
  return {
    ...door,
    database,
    close: async () => {
      await service.stop();
      await leave();
    },
  };
}

/** For a test of what a database and a store that exist already contain. The caller closes it. */
export async function openAppOn(
  _reason: Reason,
  connection: TestDatabase['connection'],
  dataDir: string,
  options: ServiceOptions = {},
): Promise<Pick<Service, 'url' | 'pool' | 'files' | 'stop'>> {
  return openService(connection, dataDir, withoutDocs(options));
}

async function addDoor(
  service: Service,
  companyName: string,
  { findsMissing = false }: CompanyOptions = {},
): Promise<{ door: Omit<Door, 'close'>; stopLogging: () => void }> {
  const { url, inside, pool, database, dataDir, files, sealingKeys, followers, basePath, readers } = service;
  const logged: string[] = [];
  const read = (line: string) => void logged.push(line);
  readers.add(read);
  const tokenFor = async (request: Partial<TokenRequest>) => {
    const wanted = { company: companyName, partner: 'Scanner', ...request };
    const made = await createToken(pool, wanted);
    if (!findsMissing) await ignoreMissing(pool, await requireCompany(pool, wanted.company));
    return made.token;
  };
  const token = await tokenFor({});
  const company = await requireCompany(pool, companyName);
  const post: Door['post'] = (path, body, headers = {}) => send(url, 'POST', path, { token, body, headers });
  const door: Omit<Door, 'close'> = {
    url,
    inside,
    pool,
    database,
    dataDir,
    files,
    sealingKeys,
    followers,
    token,
    company,
    companyName,
    logged,
    tokenFor,
    call: (method, path, call = {}) => send(url, method, path, { token, ...call }),
    post,
    addCompany: async (wanted, partner = 'Scanner') => {
      const name = companyName.replace('Acme', wanted);
      const otherToken = await tokenFor({ company: name, partner });
      return { id: await requireCompany(pool, name), name, token: otherToken };
    },
    addSupplier: async (number, more = {}) => {
      const { status, body } = await post(basePath + paths.suppliers, { number, name: `Supplier ${number}`, ...more });
      if (status !== 200) throw new Error(`supplier ${number}: ${status} ${JSON.stringify(body)}`);
    },
    addProject: async (project, of = company) => {
      await transaction(pool, (tx) => upsertProjects(tx, of, [{ id: newId(), ...project }], new Date()));
    },
  };
  return { door, stopLogging: () => readers.delete(read) };
}

/** Leaves settings that a test has changed as they are. */
async function ignoreMissing(pool: Pool, company: CompanyId): Promise<void> {
  await pool.query(
    `INSERT INTO check_settings (company_id, rules, updated_at) VALUES ($1, $2, $3) ON CONFLICT (company_id) DO NOTHING`,
    [company, JSON.stringify(missingOff), new Date()],
  );
}

/** Fails if a test holds a connection, which would block the next file. */
async function expectIdle({ pool, operatorPool }: Service): Promise<void> {
  const busy = () => [pool, operatorPool].some((one) => one.totalCount > one.idleCount);
  for (let tries = 0; busy() && tries < 1_000; tries++) await pauseBetweenTries();
  expect(busy(), 'a test has not given back its connection').toBe(false);
}

/** `token: undefined`, given explicitly, sends no token. */
export async function send(
  base: string,
  method: string,
  path: string,
  { token, body, raw, headers = {} }: Call,
): Promise<Answer> {
  const answer = await exchange(base + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
  });
  const { status, text } = answer;
  return { path, status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}
