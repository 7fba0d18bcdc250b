import type { RestoreOutcome } from './restore.ts';
import type { Manifest } from '../archive/manifest.ts';
import { short, counted, sizeInWords, thousands } from '../../../common/errors/words.ts';
import { printable } from '../../ground/text/printable.ts';

export interface RestoreReport {
  manifest: Manifest;
  /** Where the backup is. */
  source: string;
  restored: RestoreOutcome;
  isCheck: boolean;
}

/** The limit on a terminal; --json lists all. */
const maxLines = 100;

export const asJson = ({ manifest, source, restored, isCheck }: RestoreReport): object => ({
  backup: source,
  isCheck,
  takenAt: manifest.takenAt,
  version: manifest.version,
  installation: manifest.installation,
  companies: manifest.companies.map(({ id, name, isSandbox, lastEvent }) => ({
    company: name,
    companyId: id,
    isSandbox,
    nextEvent: lastEvent + 1,
  })),
  rows: restored.rows,
  jobs: restored.jobs,
  files: { ...manifest.files, copied: restored.copiedFiles },
  secretsKey: restored.keyFile ?? null,
  damagedFiles: manifest.damaged,
  problems: restored.problems,
});

export function asText(report: RestoreReport): string {
  const { manifest, source, restored, isCheck } = report;
  const { companies, files, version, takenAt } = manifest;
  const contents = [
    counted(companies.length, 'company', 'companies'),
    counted(restored.rows, 'row'),
    `${counted(files.count, 'file')} (${sizeInWords(files.bytes)})`,
    counted(restored.jobs, 'job'),
  ].join(', ');
  const outcome = isCheck
    ? `The backup ${source} can be restored; this check has changed nothing.`
    : `Restored ${source}.`;
  return [
    `${outcome} It was taken ${takenAt} by Doorway ${version}: ${contents}.`,
    'Counts, hashes, audit log and event numbers were verified.',
    ...listed('Damaged in the source when the backup was taken, and therefore not in it', damageOf(manifest)),
    ...listed('Wrong in the source when the backup was taken, and restored as it was', restored.problems),
    ...(isCheck ? [] : nextSteps(report)),
  ].join('\n');
}

function nextSteps({ manifest, restored }: RestoreReport): string[] {
  const continuing = manifest.companies.map(({ name, lastEvent }) => `${short(name)}: from number ${lastEvent + 1} on`);
  return [
    ...listed(
      'Events go on; for readers and webhooks that have seen more, see "After a restore" in docs/events.md',
      continuing,
    ),
    'Before you start the service:',
    '- Everything is as it was then, also tokens, passwords and permissions: revoke again what was revoked since. All sessions have ended.',
    '- Mails and webhooks that waited then are sent when the jobs run. For a rehearsal start with JOBS=off.',
    ...adviceOnKey[restored.keyFile ?? 'same'],
  ];
}

const adviceOnKey: Record<NonNullable<RestoreOutcome['keyFile']>, string[]> = {
  same: [],
  written: ['- secrets.key was written to DATA_DIR.'],
  kept: ['- The backup has no secrets.key. The one in DATA_DIR must be that of the service that was backed up.'],
  other: [
    '- DATA_DIR has another secrets.key than the backup, and keeps it. If webhooks cannot be signed, move it away and restore once more.',
  ],
  absent: [
    '- The backup has no secrets.key, and DATA_DIR has none. Unless SECRETS_KEY is set as before, put the file there before the first start: without it the secrets of webhooks and the key of receipts are lost.',
  ],
};

const damageOf = ({ companies, damaged }: Manifest) => {
  const names = new Map(companies.map(({ id, name }) => [id, name]));
  return damaged.map(
    ({ company, sha256, problem }) =>
      `${short(names.get(company) ?? company)}: the file with the SHA-256 ${sha256} was ${problem}`,
  );
};

/** Names come from outside: they must not move the cursor of a terminal. */
function listed(title: string, lines: string[]): string[] {
  if (lines.length === 0) return [];
  const rest = lines.length - maxLines;
  return [
    `${title}:`,
    ...lines.slice(0, maxLines).map((line) => `- ${printable(line)}`),
    ...(rest > 0 ? [`… and ${thousands(rest)} more. --json prints all of them.`] : []),
  ];
}
