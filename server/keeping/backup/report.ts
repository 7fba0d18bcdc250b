import type { TakenBackup } from './take.ts';
import { CommandError } from '../../errors/command-error.ts';
import { damageInWords, listed } from '../../files/report.ts';
import { readOwners } from '../../files/store.ts';
import { counted, sizeInWords, thousands } from '../../../common/errors/words.ts';
import type { Db } from '../../ground/db/pool.ts';

export interface BackupReport {
  backup: TakenBackup;
  warnings: string[];
  seconds: number;
}

/** Throws if the backup lacks files that are damaged in the store. */
export async function reportBackup(db: Db, report: BackupReport, json: boolean): Promise<void> {
  const { backup, warnings, seconds } = report;
  const { place, name, files, copied, damaged } = backup;
  if (json) console.log(JSON.stringify(asJson(report)));
  else {
    console.log(
      `Backed up ${counted(backup.rows, 'row')} and ${counted(files.count, 'file')} (${thousands(copied.count)} of them new) to ${place} as ${name}: ${sizeInWords(backup.storedBytes)} in ${seconds} s.`,
    );
    if (backup.removedLeftovers > 0)
      console.log(`Earlier backups that failed or were killed, now removed: ${thousands(backup.removedLeftovers)}.`);
    console.log(`To try it: doorway restore ${place}/backups/${name} --check`);
    for (const warning of warnings) console.error(warning);
  }
  if (damaged.length === 0) return;
  const summary = `The backup is complete except for ${counted(damaged.length, 'file')} that the store does not have whole. Restore ${damaged.length === 1 ? 'it' : 'them'} from an earlier backup.`;
  throw new CommandError(json ? summary : `${listed(await damageLines(db, backup))}\n${summary}`);
}

const maxNamed = 1_000;
const ownersPerFile = 10;

async function damageLines(db: Db, { companies, damaged }: TakenBackup): Promise<string[]> {
  const names = new Map(companies.map(({ id, name }) => [id, name]));
  const lines: string[] = [];
  for (const { company, sha256, problem } of damaged.slice(0, maxNamed)) {
    const name = names.get(company) ?? company;
    const owners = await readOwners(db, company, Buffer.from(sha256, 'hex'), ownersPerFile);
    if (owners.length === 0) lines.push(`${name}: the file with the SHA-256 ${sha256} is ${problem}`);
    else lines.push(...owners.map((owner) => damageInWords(name, problem, owner)));
  }
  return lines;
}

const asJson = ({ backup, warnings, seconds }: BackupReport) => ({
  place: backup.place,
  name: backup.name,
  takenAt: backup.takenAt,
  endedAt: backup.endedAt,
  seconds,
  version: backup.version,
  isEncrypted: backup.isEncrypted,
  companies: backup.companies,
  rows: backup.rows,
  files: backup.files,
  copied: backup.copied,
  storedBytes: backup.storedBytes,
  removedLeftovers: backup.removedLeftovers,
  damaged: backup.damaged,
  warnings,
});
