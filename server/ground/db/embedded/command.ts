import { spawn } from 'node:child_process';
import { CommandError } from '../../../errors/command-error.ts';

export interface User {
  uid: number;
  gid: number;
  name: string;
}

export interface Outcome {
  ok: boolean;
  output: string;
}

const keptOutput = 16_000;

/**
 * The environment is empty because variables such as PGDATA, PGOPTIONS or LD_LIBRARY_PATH would change the behaviour of
 * PostgreSQL's programs. Every user can enter the working folder.
 */
export const spawnOptions = (as: User | undefined) => ({
  cwd: '/',
  env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
  uid: as?.uid,
  gid: as?.gid,
});

/** Rejects only if the program cannot be spawned; a failure is an outcome. */
export function run(file: string, args: string[], as?: User): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...spawnOptions(as), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (text: string) => {
      output = (output + text).slice(-keptOutput);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => {
      const user = as ? ` as the user ${as.name}` : '';
      reject(new CommandError(`The program ${file} could not be run${user}: ${error.message}.`));
    });
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }));
  });
}

/** Asks the system, because modes, access lists, mounts and sandboxes all matter. */
export const canEnter = async (folder: string, as: User): Promise<boolean> =>
  (await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], as)).ok;

export const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
