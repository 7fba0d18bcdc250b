import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

/** A real Chromium that reaches nothing but the service. Tests share one per worker: see browser.ts. */
export async function openBrowser(): Promise<Browser> {
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    // Most pages live too briefly to gain from optimised code.
    '--js-flags=--no-maglev --no-turbofan --single-threaded-gc',
    // Without memory for tiles nothing is painted. Layout, canvases and printing need none.
    ...(process.env.SCREENSHOTS === undefined ? ['--force-gpu-mem-available-mb=0'] : []),
  ];
  const where = isPackaged ? await fromPackage() : { channel: 'chrome' };
  return chromium.launch({ ...where, args: [...(where.args ?? []), ...quiet] });
}

/** The package supports one platform; elsewhere the tests use the installed Chrome. */
const isPackaged = process.platform === 'linux' && process.arch === 'x64';

async function fromPackage(): Promise<LaunchOptions> {
  const folder = await unpacked();
  return {
    executablePath: join(folder, 'chromium'),
    // In a single process, closing the first context ends the browser. Emulated graphics take twice the time.
    args: sparticuz.args
      .filter(
        (arg) =>
          arg !== '--single-process' &&
          arg !== '--disable-web-security' &&
          !/^--(?:use-gl|use-angle|enable-unsafe-swiftshader|ignore-gpu-blocklist)\b/.test(arg),
      )
      .concat('--disable-gpu'),
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

export async function unpackChromium(): Promise<void> {
  if (isPackaged) await unpacked();
}

const home = new URL('../../node_modules/@sparticuz/chromium/', import.meta.url);

/**
 * The folder of the unpacked Chromium with its libraries and fonts, which a bare machine lacks. The package itself
 * would unpack into the shared folder for temporary files.
 */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('package.json', home), 'utf8')) as { version: string };
  const folder = fileURLToPath(new URL(`../../node_modules/.cache/chromium-${version}`, import.meta.url));
  if (!existsSync(folder)) await unpackInto(folder);
  return folder;
}

async function unpackInto(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const making = await mkdtemp(`${folder}-`);
  const unpack = `const { default: it } = await import('@sparticuz/chromium'); await it.executablePath();`;
  // The package brings its libraries along only on Amazon's machines.
  const env = { ...process.env, TMPDIR: making, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', unpack], { env, cwd: fileURLToPath(home) });
  const fonts = ['/usr/share/fonts', join(folder, 'fonts/fonts')].map((path) => `<dir>${escaped(path)}</dir>`).join('');
  await writeFile(
    join(making, 'fonts/fonts.conf'),
    `<fontconfig>${fonts}<cachedir>${escaped(join(folder, 'fonts/cache'))}</cachedir></fontconfig>\n`,
  );
  // Another run may have been faster.
  await rename(making, folder).catch(() => rm(making, { recursive: true, force: true }));
}

const escaped = (path: string) => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
