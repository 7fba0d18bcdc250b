import { Readable } from 'node:stream';
import { format } from 'node:util';
import { vi } from 'vitest';
import type { ProcessResult } from './process.ts';
import { exitCodeOf, failureText, programFor } from '../command-line.ts';
import { CommandError } from '../errors/command-error.ts';

let running: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process. Calls are serialised, because environment and console belong to the whole process.
 * `processes/commands.test.ts` runs one command of each family as a process.
 */
export function runCommand(args: string[], env: Record<string, string>, input = ''): Promise<ProcessResult> {
  const ended = running.then(() => run(args, env, input));
  running = ended.catch(() => undefined);
  return ended;
}

async function run(args: string[], env: Record<string, string>, input: string): Promise<ProcessResult> {
  let [stdout, stderr] = ['', ''];
  const writeOut = (text: string) => void (stdout += text);
  const writeErr = (text: string) => void (stderr += text);
  const undo = [
    replace(process, 'env', { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...env }),
    replace(process, 'stdin', Readable.from([Buffer.from(input)]) as typeof process.stdin),
    forgetSignalListeners(),
  ];
  const exitCodeBefore = process.exitCode;
  process.exitCode = undefined;
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...words) => writeOut(`${format(...words)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((...words) => writeErr(`${format(...words)}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      writeOut(chunk.toString());
      return true;
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      writeErr(chunk.toString());
      return true;
    }),
  ];
  try {
    const program = await programFor(args);
    const code = await program.parseAsync(args, { from: 'user' }).then(
      () => Number(process.exitCode ?? 0),
      (error: unknown) => {
        const failed = exitCodeOf(error);
        if (failed === undefined) throw error;
        if (error instanceof CommandError) writeErr(`${failureText(error)}\n`);
        return failed;
      },
    );
    return { code, signal: null, stdout, stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
    for (const back of undo.reverse()) back();
    process.exitCode = exitCodeBefore;
  }
}

function replace<T extends object, K extends keyof T>(owner: T, key: K, value: T[K]): () => void {
  const own = Object.getOwnPropertyDescriptor(owner, key) as PropertyDescriptor;
  Object.defineProperty(owner, key, { value, configurable: true, writable: true, enumerable: true });
  return () => void Object.defineProperty(owner, key, own);
}

/** Commands that run until a signal install listeners, which would affect the test process. */
function forgetSignalListeners(): () => void {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  const before = signals.map((signal) => process.listeners(signal));
  return () => {
    for (const [at, signal] of signals.entries())
      for (const listener of process.listeners(signal))
        if (!before[at]?.includes(listener)) process.off(signal, listener);
  };
}
