import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { guarded, openPlace, writeSmallBackup } from '../archive/archive.testing.ts';
import type { Manifest } from '../archive/manifest.ts';
import { parseManifest } from '../archive/manifest-file.ts';
import { asJson, asText, type RestoreReport } from './report.ts';
import { lastMigration } from './schema.ts';
import { failureText } from '../../command-line.ts';
import { CommandError } from '../../errors/command-error.ts';
import { migrationFiles } from '../../ground/db/migrate.ts';
import { printable } from '../../ground/text/printable.ts';
import { runs } from '../../testing/properties.ts';

const { store, remove } = await openPlace();
afterAll(remove);
const { manifest: small } = await writeSmallBackup(store);
const migrations = await migrationFiles();
const damaged = { company: small.companies[0]?.id, sha256: 'a'.repeat(64), problem: 'missing' };
const manifest = { ...small, migrations, damaged: [damaged] };
const expected = { label: `${manifest.name}/manifest.json`, name: manifest.name, isEncrypted: false };

/** Characters that a terminal obeys; lines may end. */
const unprintable = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

const hostileText = fc.string({
  unit: fc.constantFrom(
    '\u001b',
    '[2J',
    '\u009b',
    '\u0000',
    '\u0007',
    '\r',
    '\n',
    '\u007f',
    '\u202e',
    '\u2028',
    '1',
    'a',
    '-',
  ),
  maxLength: 12,
});
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  hostileText,
  hostileText.map((text) => `1.14.0${text}`),
  fc.dictionary(hostileText, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
  fc.constantFrom<unknown>(undefined, -1, 0.5, 1e308, 'x'.repeat(100_000), '2026-99-99T99:99:99.999Z', '__proto__', []),
);

type Path = readonly (string | number)[];
const inside = (list: 'companies' | 'parts' | 'damaged') =>
  Object.keys(manifest[list][0] as object).map((name): Path => [list, 0, name]);
const paths: Path[] = [
  ...Object.keys(manifest).flatMap((name): Path[] => [[name], [name, 0]]),
  ...inside('companies'),
  ...inside('parts'),
  ...inside('damaged'),
  ['files', 'count'],
  ['files', 'bytes'],
];

function withValue(value: unknown, [name, ...rest]: Path, replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const inner = withValue((value as Record<string | number, unknown>)[name], rest, replacement);
  return Array.isArray(value) ? value.with(Number(name), inner) : { ...(value as object), [name]: inner };
}

const reportOf = (read: Manifest): RestoreReport => ({
  manifest: read,
  source: 'here',
  restored: {
    rows: 1,
    jobs: 1,
    copiedFiles: 1,
    keyFile: 'written',
    problems: read.companies.map(({ name }) => `${name}: the events do not fit.`),
  },
  isCheck: false,
});

function expectSentence(error: unknown): void {
  expect(error).toBeInstanceOf(CommandError);
  expect(failureText(error)).not.toMatch(unprintable);
  expect(failureText(error).length).toBeLessThan(1_000);
  expect([1, 2]).toContain((error as CommandError).exitCode);
}

it('any value in any field is refused by a sentence, or accepted and printed without a character that a terminal obeys', async () => {
  const tried = runs(600);
  const counts = { refused: 0, accepted: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths).filter((path) => path[1] !== 0 || Array.isArray(manifest[path[0] as 'parts'])),
      anything,
      async (path, value) => {
        const bytes = guarded(withValue(manifest, path, value) as object);
        const read = await parseManifest(bytes, expected).catch((error: unknown) => {
          counts.refused += 1;
          expectSentence(error);
        });
        if (read === undefined) return;
        counts.accepted += 1;
        expect(read.installation).toMatch(/^[-0-9a-f]{36}$/);
        expect(new Date(read.takenAt).getTime()).not.toBeNaN();
        expect(asText(reportOf(read))).not.toMatch(unprintable);
        const json = JSON.stringify(asJson(reportOf(read)));
        expect(printable(json)).not.toMatch(unprintable);
        expect(JSON.parse(printable(json))).toEqual(JSON.parse(json));
        try {
          lastMigration(read, migrations);
        } catch (error) {
          expectSentence(error);
        }
      },
    ),
    tried,
  );
  expect(counts.refused).toBeGreaterThan(tried.numRuns / 3);
  expect(counts.accepted).toBeGreaterThan(0);
});

it('an honest manifest is accepted, whatever its companies are called', async () => {
  const versions = fc
    .tuple(fc.nat(99), fc.nat(99), fc.nat(99), fc.constantFrom('', '-rc.1', '+build.7', '-beta.2+sha-0af'))
    .map(([major, minor, patch, rest]) => `${major}.${minor}.${patch}${rest}`);
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2999-01-01'), noInvalidDate: true });
  const honest = fc.record({
    version: versions,
    installation: fc.uuid(),
    takenAt: days.map((day) => day.toISOString()),
    migrations: fc.nat(migrations.length).map((count) => migrations.slice(0, count)),
    companies: fc.array(
      fc.record({
        id: fc.uuid(),
        name: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), hostileText),
        isSandbox: fc.boolean(),
        lastEvent: fc.maxSafeNat(),
      }),
      { maxLength: 3 },
    ),
  });
  await fc.assert(
    fc.asyncProperty(honest, async (fields) => {
      const changed = { ...manifest, ...fields };
      expect(await parseManifest(guarded(changed), expected)).toMatchObject(fields);
    }),
    runs(200),
  );
});
