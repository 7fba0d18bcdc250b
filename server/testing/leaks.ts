import { AsyncLocalStorage } from 'node:async_hooks';
import { ChildProcess } from 'node:child_process';
import { Server, Socket } from 'node:net';
import pg from 'pg';
import { afterAll, vi } from 'vitest';

/** Something that a file must close before it ends: the next file runs in the same process. */
interface Opened {
  what: string;
  /** Undefined once it has been collected as garbage. */
  isOpen(): boolean | undefined;
}

interface Watch {
  opened: Opened[];
  /** Doors on the database that the files of a worker share. */
  doors: Set<object>;
  ofWorker: AsyncLocalStorage<true>;
}

const isOurs = /\/(?:server|console|clients|common)\/[\w./-]+\.tsx?(?!.*node_modules)/;

const isWatch = /testing\/(?:leaks|lock-order|one-connection|statements)\.ts/;
/** They keep connections for the next caller, and close them themselves. So do libraries that connect by themselves. */
const isOfPool = /undici|pg-pool/;

const library = 'a library';

function whereFrom(): string {
  const line = new Error().stack?.split('\n').find((each) => isOurs.test(each) && !isWatch.test(each));
  return line?.trim().replace(/^at (?:.* )?\(?(?:file:\/\/)?\/.*?\/(?=server|console|clients|common)/, '') ?? library;
}

/** Calls `note` with each object on which the method is called. */
function whenCalled<T extends object>(prototype: T, method: keyof T, note: (one: any) => void): void {
  const original = prototype[method] as (...args: unknown[]) => unknown;
  prototype[method] = function (this: unknown, ...args: unknown[]) {
    note(this);
    return original.apply(this, args);
  } as T[keyof T];
}

function startWatch(): Watch {
  const watch: Watch = { opened: [], doors: new Set(), ofWorker: new AsyncLocalStorage() };
  const known = new WeakSet<object>();
  const note = <T extends object>(one: T, kind: string, isOpen: (one: T) => boolean) => {
    if (known.has(one)) return;
    known.add(one);
    if (watch.ofWorker.getStore() === true) return;
    const ref = new WeakRef(one);
    const isStillOpen = () => {
      const still = ref.deref();
      return still && isOpen(still);
    };
    watch.opened.push({ what: `${kind} of ${whereFrom()}`, isOpen: isStillOpen });
  };
  whenCalled(Server.prototype, 'listen', (server: Server) => note(server, 'a server', ({ listening }) => listening));
  whenCalled(pg.Pool.prototype, 'connect', (pool: pg.Pool) => note(pool, 'a pool', ({ ended }) => !ended));
  whenCalled(ChildProcess.prototype as ChildProcess & { spawn(): void }, 'spawn', (child: ChildProcess) =>
    note(child, 'a process', ({ exitCode, signalCode }) => exitCode === null && signalCode === null),
  );
  whenCalled(Socket.prototype, 'connect', (socket: Socket) => {
    if (whereFrom() !== library && !isOfPool.test(new Error().stack ?? ''))
      note(socket, 'a socket', ({ destroyed }) => !destroyed);
  });
  const repeat = globalThis.setInterval;
  globalThis.setInterval = (...args: any[]): any => {
    const timer = (repeat as (...args: any[]) => NodeJS.Timeout)(...args);
    // Those that do not keep a process alive belong to servers and pools, which are watched themselves.
    note(timer, 'a timer', (one) => one.hasRef() && Reflect.get(one, '_destroyed') !== true);
    return timer;
  };
  return watch;
}

// The setup runs for each test file, in a process that all files of a worker share.
const key = Symbol.for('doorway: what is open');
const watch = ((globalThis as Record<symbol, unknown>)[key] ??= startWatch()) as Watch;

/** What this opens is shared by the files of the worker, and ends with it. */
export const forWorker = <T>(open: () => Promise<T>): Promise<T> => watch.ofWorker.run(true, open);

export const doorOpened = (door: object) => watch.doors.add(door);
/** Returns whether it was the last one. */
export const doorClosed = (door: object) => watch.doors.delete(door) && watch.doors.size === 0;

export const leftOpen = () => watch.opened.filter(({ isOpen }) => isOpen()).map(({ what }) => what);

function throwIfOpen(): void {
  const all = leftOpen();
  if (all.length > 0) throw new Error(`This file has left open: ${all.join(', ')}`);
}

afterAll(async () => {
  // A server ends once its last connection has.
  await vi.waitFor(throwIfOpen, { timeout: 60_000, interval: 20 });
  watch.opened = [];
  const { size } = watch.doors;
  watch.doors.clear();
  if (size > 0) throw new Error(`This file has not closed ${size} of its doors.`);
});
