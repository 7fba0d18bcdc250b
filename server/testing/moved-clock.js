// Preloaded into a service by testing/own-clock.ts. SIGUSR2 moves its clock on by what the file CLOCK_FILE says, and all
// timers that are then due fire. Time limits are timers of five seconds and more: these fire only then, so that a busy
// machine exceeds none. `new Date()` stays as it is.
import { readFileSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';

const minHeldMs = 5_000;
const neverMs = 2 ** 31 - 1;
const pending = new Map();
const real = { set: globalThis.setTimeout, clear: globalThis.clearTimeout };
let movedMs = 0;

for (const clock of [Date, performance]) {
  const now = clock.now.bind(clock);
  clock.now = () => now() + movedMs;
}

globalThis.setTimeout = Object.assign((work, ms = 1, ...args) => {
  const run = () => {
    pending.delete(timer);
    work(...args);
  };
  const timer = real.set(run, ms < minHeldMs ? ms : neverMs);
  pending.set(timer, { run, dueMs: performance.now() + ms });
  return timer;
}, real.set);

globalThis.clearTimeout = (timer) => {
  pending.delete(timer);
  real.clear(timer);
};

timersPromises.setTimeout = (ms, value, { ref = true, signal } = {}) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, ms);
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    if (!ref) timer.unref();
  });
syncBuiltinESMExports();

process.on('SIGUSR2', () => {
  movedMs += Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
  // First, because a timer may end the process.
  writeSync(1, 'the clock was moved on\n');
  const due = [...pending].filter(([, { dueMs }]) => dueMs <= performance.now());
  for (const [timer, { run }] of due) {
    if (!pending.has(timer)) continue;
    real.clear(timer);
    run();
  }
});
