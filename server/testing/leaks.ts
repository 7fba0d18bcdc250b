import { AsyncLocalStorage } from 'node:async_hooks';
import { ChildProcess } from 'node:child_process';
import { Server, Socket } from 'node:net';
import pg from 'pg';
import { afterAll, vi } from 'vitest';
import { WorkerPool } from '../ground/db/citus/worker-pool.ts';

/** Something that a file must close before it ends: the next file runs in the same process. */
interface OpenedResource {
  kind: string;
  /** The stack of the call that opened it; undefined once it is closed. */
  from(): Error | undefined;
}

interface Watch {
  opened: OpenedResource[];
  /** A stack refers to the object that was opened, and must not keep it in memory. */
  stacks: WeakMap<object, Error>;
  /** Doors on the database that the files of a worker share. */
  doors: Set<object>;
  ofWorker: AsyncLocalStorage<true>;
}

const isOurs = /\/(?:server|console|clients|common)\/[\w./-]+\.tsx?(?!.*node_modules)/;

const isWatch = /testing\/(?:leaks|lock-order|one-connection|statements)\.ts/;
/** These libraries keep connections open for the next caller, and close them themselves. */
const isOfPool = /undici|pg-pool|testing\/exchange\.ts/;

const library = 'a library';
const aSocket = 'a socket';

/** Writing the lines of a stack takes longer than what is watched: only those of things that are left open are written. */
function whereFrom({ stack = '' }: Error): string {
  const line = stack.split('\n').find((each) => isOurs.test(each) && !isWatch.test(each));
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
  const watch: Watch = { opened: [], stacks: new WeakMap(), doors: new Set(), ofWorker: new AsyncLocalStorage() };
  const note = <T extends object>(one: T, kind: string, isOpen: (one: T) => boolean) => {
    if (watch.stacks.has(one)) return;
    watch.stacks.set(one, new Error());
    if (watch.ofWorker.getStore() === true) return;
    const ref = new WeakRef(one);
    const from = () => {
      const still = ref.deref();
      return still && isOpen(still) ? watch.stacks.get(still) : undefined;
    };
    watch.opened.push({ kind, from });
  };
  whenCalled(Server.prototype, 'listen', (server: Server) => note(server, 'a server', ({ listening }) => listening));
  whenCalled(pg.Pool.prototype, 'connect', (pool: pg.Pool) => {
    // Pools of workers end with that of their coordinator.
    if (!(pool instanceof WorkerPool)) note(pool, 'a pool', ({ ended }) => !ended);
  });
  whenCalled(ChildProcess.prototype as ChildProcess & { spawn(): void }, 'spawn', (child: ChildProcess) =>
    note(child, 'a process', ({ exitCode, signalCode }) => exitCode === null && signalCode === null),
  );
  whenCalled(Socket.prototype, 'connect', (socket: Socket) => note(socket, aSocket, ({ destroyed }) => !destroyed));
  const repeat = globalThis.setInterval;
  globalThis.setInterval = (...args: any[]): any => {
    const timer = (repeat as (...args: any[]) => NodeJS.Timeout)(...args);
    // Those that do not keep a process alive belong to servers and pools, which are watched themselves.
    note(timer, 'an interval', (one) => one.hasRef() && Reflect.get(one, '_destroyed') !== true);
    return timer;
  };
  return watch;
}

// The setup runs for each test file, in a process that all files of a worker share.
const key = Symbol.for('doorway: what is open');
const watch = ((globalThis as Record<symbol, unknown>)[key] ??= startWatch()) as Watch;

/** For things that all files of a worker share: they stay open until the worker ends. */
export const forWorker = <T>(open: () => Promise<T>): Promise<T> => watch.ofWorker.run(true, open);

export const doorOpened = (door: object) => watch.doors.add(door);
/** Returns whether it was the last one. */
export const doorClosed = (door: object) => watch.doors.delete(door) && watch.doors.size === 0;

const isKept = (kind: string, from: Error) =>
  kind === aSocket && (whereFrom(from) === library || isOfPool.test(from.stack ?? ''));

export const leftOpen = () =>
  watch.opened.flatMap((opened) => {
    const from = opened.from();
    return from === undefined || isKept(opened.kind, from) ? [] : [`${opened.kind} of ${whereFrom(from)}`];
  });

function throwIfOpen(): void {
  const all = leftOpen();
  if (all.length > 0) throw new Error(`This file has left open: ${all.join(', ')}`);
}

afterAll(async () => {
  const { size } = watch.doors;
  try {
    // A server ends once its last connection has.
    await vi.waitFor(throwIfOpen, { timeout: 60_000, interval: 20 });
  } finally {
    // The next file is not to blame.
    watch.opened = [];
    watch.doors.clear();
  }
  if (size > 0) throw new Error(`This file has not closed ${size} of its doors.`);
});
