import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);

export const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

const root = new URL('../../', import.meta.url);

/** The blocks of shell commands, or of another language, in a page of docs/. */
export async function commandsOf(guide: string, language = 'sh'): Promise<string[]> {
  const text = await readFile(new URL(`docs/${guide}`, root), 'utf8');
  return [...text.matchAll(/^( *)```(\w+)\n([^]*?)^ *```$/gm)]
    .filter(([, , written]) => written === language)
    .map(([, indent = '', , block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

/** Runs a program of a page, and returns what it prints, or the message of its error. */
export const outcomeOf = (program: string, ...args: string[]): Promise<string> =>
  run(process.execPath, ['--input-type=module', '--eval', program, 'program', ...args], { cwd: root }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => /^\S*Error.*/m.exec(stderr)?.[0] ?? stderr,
  );

/** A folder with a blank in its name, until the test ends. */
export async function folderForThisTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorway guide '));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a command in a plain shell, and returns the JSON that it prints. `options` are further options of curl. */
export async function answerOf(
  command: string,
  { cwd, env, options = '' }: { cwd: string; env: Record<string, string | undefined>; options?: string },
): Promise<any> {
  const quiet = command.replaceAll('curl ', `curl --silent --show-error ${options}`);
  const { stdout } = await run('sh', ['-euc', quiet], { cwd, env });
  return JSON.parse(stdout);
}
