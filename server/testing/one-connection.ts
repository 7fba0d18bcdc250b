import { AsyncLocalStorage } from 'node:async_hooks';
import { Server } from 'node:http';
import pg from 'pg';
import { afterAll } from 'vitest';

/** A connection that a function has taken from a pool. Only those of the service count. */
interface Hold {
  isReleased: boolean;
  stack: Stack;
}

/** A statement that a function has sent through a pool, which finds a connection for it. Only the service's count. */
interface Question {
  isAnswered: boolean;
  stack: Stack;
}

/** Writing the lines of a stack takes longer than many a statement: they are written only if there may be a violation. */
type Stack = { stack?: string };

const isOurs = /\/server\/[\w./-]+\.ts/;
const passesOn =
  /node_modules|server\/ground\/db\/(?:pool|citus\/)|server\/testing\/(?:one-connection|lock-order|statements)/;
/** Migrations run before anybody is served. */
const isLeftOut =
  /server\/ground\/db\/migrate\.ts|\.test\.ts|\.testing\.ts|server\/(?:testing|contract|citus)\/|console\/tests\//;

/** A request that finds an unknown company has its worker looked up, and does not wait for it. */
const isInBackground = (statement: unknown) => (statement as pg.QueryConfig).name?.startsWith('owners-of-') === true;

function takeStack(): Stack {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 25;
  const stack = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}

const callers = ({ stack = '' } = takeStack()): string[] =>
  stack.split('\n').filter((line) => isOurs.test(line) && !passesOn.test(line));

/** The queue migrates its tables too; its own functions hide ours from the stack. */
const isQueueMigrated = /graphile-worker\/dist\/lib\.js/;

function isAllowed(stack: Stack): boolean {
  const [caller] = callers(stack);
  return caller === undefined ? isQueueMigrated.test(stack.stack ?? '') : isLeftOut.test(caller);
}

const described = (what: string): string =>
  `${what}: ${callers()
    .slice(0, 6)
    .map((line) => line.trim().replace(/\(?(?:file:\/\/)?\/.*?\/server\//, 'server/'))
    .join(' ')}`;

function watch(violations: Set<string>): void {
  const holding = new AsyncLocalStorage<Hold>();
  const asking = new AsyncLocalStorage<Question>();
  const holds = new WeakMap<object, Hold>();

  const pool = pg.Pool.prototype as { connect(...args: any[]): any; query(...args: any[]): any };
  const connect = pool.connect;
  pool.connect = function (this: pg.Pool, ...args: unknown[]) {
    const held = holding.getStore();
    if (held?.isReleased === false && ![held.stack, takeStack()].some(isAllowed))
      violations.add(described('while it has one'));
    const connecting = connect.apply(this, args) as Promise<pg.PoolClient> | undefined;
    if (typeof args[0] === 'function') return connecting;
    const stack = takeStack();
    return connecting?.then((client) => {
      const hold = { isReleased: false, stack };
      holds.set(client, hold);
      const release = client.release;
      client.release = (...how) => {
        hold.isReleased = true;
        release(...how);
      };
      return client;
    });
  };

  const queryOfPool = pool.query;
  pool.query = function (this: object, ...args: unknown[]) {
    if (typeof args.at(-1) === 'function' || isInBackground(args[0])) return queryOfPool.apply(this, args);
    const stack = takeStack();
    const asked = asking.getStore();
    if (asked?.isAnswered === false) {
      if (isAllowed(stack)) return queryOfPool.apply(this, args);
      // Jobs may work side by side; a request may not use up the pool.
      if (!isAllowed(asked.stack) && callers(stack).some((line) => /[/-]routes\.ts/.test(line)))
        violations.add(described('while a statement of its own has one'));
    }
    const question = { isAnswered: false, stack };
    const answer = () => {
      question.isAnswered = true;
    };
    asking.enterWith(question);
    const result = queryOfPool.apply(this, args) as Promise<unknown>;
    result.then(answer, answer);
    return result;
  };

  const client = pg.Client.prototype as { query(...args: any[]): any };
  const query = client.query;
  client.query = function (this: object, ...args: unknown[]) {
    // A function that has taken a connection has waited for it, so this is not in the flow of its caller.
    const hold = holds.get(this);
    const held = holding.getStore();
    if (hold?.isReleased === false && !(held?.isReleased === false && held !== hold && isAllowed(hold.stack)))
      holding.enterWith(hold);
    return query.apply(this, args);
  };

  // Requests of one connection begin within each other's flow; each is a flow of its own.
  const server = Server.prototype as { emit(...args: any[]): boolean };
  const emit = server.emit;
  server.emit = function (this: Server, ...args: unknown[]) {
    const pass = () => emit.apply(this, args);
    return args[0] === 'request' ? holding.exit(() => asking.exit(pass)) : pass();
  };
}

// The setup runs for each test file, in a process that all files of a worker share.
const key = Symbol.for('doorway: second connections');
const shared = globalThis as unknown as Record<symbol, Set<string> | undefined>;
let violations = shared[key];
if (violations === undefined) {
  violations = shared[key] = new Set();
  watch(violations);
}
const found = violations;

/** Functions that wait for a second connection can wait for each other once the pool is used up. */
afterAll(() => {
  const all = [...found];
  found.clear();
  if (all.length > 0) throw new Error(`A function waits for a connection ${all.join('\n')}`);
});
