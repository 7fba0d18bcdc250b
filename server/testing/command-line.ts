import { Readable } from 'node:stream';
import { format } from 'node:util';
import { Command, CommanderError } from 'commander';
import { vi } from 'vitest';
import type { Ended } from './process.ts';
import { clientCommands } from '../access/client-commands.ts';
import { accessCommands } from '../access/commands.ts';
import { scopes } from '../app.ts';
import { auditCommands } from '../audit/commands.ts';
import { doctorCommand } from '../doctor.ts';
import { CommandError } from '../errors/command-error.ts';
import { eventsCommands } from '../events/commands.ts';
import { operatorCommands } from '../operators/commands.ts';
import { systemCommands } from '../operators/system-commands.ts';
import { projectCommands } from '../projects/commands.ts';
import { checksCommands } from '../supplier-invoices/commands.ts';
import { supplierCommands } from '../suppliers/commands.ts';

/** The commands that main.ts adds, apart from serve, worker and migrate, which are main.ts itself. */
export const commandFamilies: Record<string, (program: Command) => void> = {
  token: (program) => accessCommands(program, scopes),
  client: (program) => clientCommands(program, scopes),
  operator: operatorCommands,
  system: systemCommands,
  project: projectCommands,
  supplier: supplierCommands,
  checks: checksCommands,
  events: eventsCommands,
  audit: auditCommands,
  doctor: doctorCommand,
};

let running: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process, and tells what its process would have printed and ended with. Calls wait for each other, because the
 * environment and the console belong to the whole process. `processes/commands.test.ts` runs one command of each family as a process.
 */
export function runCommand(args: string[], env: Record<string, string>, input = ''): Promise<Ended> {
  const ended = running.then(() => run(args, env, input));
  running = ended.catch(() => undefined);
  return ended;
}

async function run(args: string[], env: Record<string, string>, input: string): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  const writeOut = (text: string) => void (stdout += text);
  const writeErr = (text: string) => void (stderr += text);
  const program = new Command('doorway')
    .exitOverride()
    .configureOutput({ writeOut, writeErr })
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Run it with --help to see what it takes.');
  for (const add of Object.values(commandFamilies)) add(program);

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
  ];
  try {
    const code = await program.parseAsync(args, { from: 'user' }).then(
      () => Number(process.exitCode ?? 0),
      (error: unknown) => {
        if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
        if (!(error instanceof CommandError)) throw error;
        writeErr(`${error.message}\n`);
        return error.exitCode;
      },
    );
    return { code, signal: null, stdout, stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
    for (const back of undo.reverse()) back();
    process.exitCode = exitCodeBefore;
  }
}

/** Gives a property another value; the answer gives it its own again. */
function replace<T extends object, K extends keyof T>(owner: T, key: K, value: T[K]): () => void {
  const own = Object.getOwnPropertyDescriptor(owner, key) as PropertyDescriptor;
  Object.defineProperty(owner, key, { value, configurable: true, writable: true, enumerable: true });
  return () => void Object.defineProperty(owner, key, own);
}

/** A command that runs until it is told to stop listens for signals. They are meant for the process of the tests. */
function forgetSignalListeners(): () => void {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  const before = signals.map((signal) => process.listeners(signal));
  return () => {
    for (const [at, signal] of signals.entries())
      for (const listener of process.listeners(signal))
        if (!before[at]?.includes(listener)) process.off(signal, listener);
  };
}
