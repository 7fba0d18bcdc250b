// Prints a CycloneDX document of everything that Doorway ships: the service's packages and those that the console is
// built from.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockOf } from './lock.js';
import { readJson } from './tools.js';

// npm names the document after the folder.
const parent = mkdtempSync(join(tmpdir(), 'doorway-sbom-'));
const folder = join(parent, 'doorway');
try {
  const lock = lockOf('server', 'console');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...lock.packages[''], overrides: readJson('package.json').overrides }),
  );
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const { status, stdout, stderr } = spawnSync(npm, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) process.stderr.write(stderr);
  process.stdout.write(stdout);
  process.exitCode = status ?? 1;
} finally {
  rmSync(parent, { recursive: true, force: true });
}
