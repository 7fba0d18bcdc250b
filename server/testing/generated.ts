import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const clientFolder = fileURLToPath(new URL('../../clients/typescript', import.meta.url));
const { resolve } = createRequire(join(clientFolder, 'package.json'));

export const mainOf = (name: string): string => resolve(name);

/** Not every package exports its package.json, so the folder comes from the path of the main file. */
export function packageOf(name: string): string {
  const main = mainOf(name);
  return main.slice(0, main.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length);
}

export async function typesOf(document: object): Promise<string> {
  const generator = spawn(process.execPath, [join(packageOf('openapi-typescript'), 'bin/cli.js')], {
    cwd: clientFolder,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A generator that ends early reports the reason itself.
  generator.stdin.on('error', () => {}).end(JSON.stringify(document));
  const [types, complaints, [code]] = await Promise.all([
    text(generator.stdout),
    text(generator.stderr),
    once(generator, 'close') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`openapi-typescript ended with ${code}: ${complaints}`);
  return types;
}
