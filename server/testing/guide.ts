import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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

/** Runs a program once for each list of arguments, all in one process: a start takes longer than the program. */
const runEach = `
const [folder, calls] = process.argv.slice(1);
const outcomes = [];
for (const [at, args] of JSON.parse(calls).entries()) {
  process.argv = [process.execPath, 'program', ...args];
  console.log = (text) => outcomes.push(text);
  await import(folder + 'program.mjs?' + at).catch(({ message }) => outcomes.push(message));
}
process.stdout.write(JSON.stringify(outcomes));`;

/** Runs a program of a page, and returns for each call the line that it prints, or the message of its error. */
export async function outcomesOf(program: string, calls: string[][]): Promise<string[]> {
  const folder = await folderForThisTest();
  await symlink(new URL('node_modules', root), join(folder, 'node_modules'), 'junction');
  await writeFile(join(folder, 'program.mjs'), program);
  const args = ['--input-type=module', '--eval', runEach, `${pathToFileURL(folder).href}/`, JSON.stringify(calls)];
  return JSON.parse((await run(process.execPath, args)).stdout);
}

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
