import Type, { type Static } from 'typebox';
import type { CompanyId } from '../../ground/db/pool.ts';
import { randomBytes } from 'node:crypto';

/** The time of the snapshot in UTC, and six random digits. */
export const backupName = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{6}$/;

export const backupsFolder = 'backups/';

export const newBackupName = (takenAt: Date): string =>
  `${takenAt.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z-${randomBytes(3).toString('hex')}`;

export const folderOf = (name: string): string => backupsFolder + name;

/*
 * A place has any number of backups, which share the files:
 *
 *   backups/20261117T023000Z-4f1c2a/manifest.json         written last: a backup without it is not complete
 *                                   SHA256SUMS            of all other objects of the backup, as sha256sum writes it
 *                                   tables/operators.copy.gz
 *                                   companies/<company>/supplier_invoices.copy.gz
 *                                   companies/<company>/files.gz
 *                                   queue.jsonl.gz
 *   files/<company>/<ab>/<sha256>
 *
 * With BACKUP_KEY every object but SHA256SUMS is encrypted, and its name ends with .sealed; the name of a file ends with
 * the name of the key and .sealed.
 */

export const format = 1;

const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
const company = Type.Unsafe<CompanyId>(uuid);
const word = Type.String({ pattern: '^[a-z_][a-z0-9_]{0,62}$' });
const time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });
/** A version or the name of a migration. Both are printed. */
const label = Type.String({ pattern: '^[0-9A-Za-z._+-]{1,100}$' });
const union = <const Word extends string>(...words: Word[]) => Type.Unsafe<Word>(Type.Enum(words));

/** A stored object of the backup. Tables without rows have none. */
export const partSchema = Type.Object({
  /** Relative to the folder of the backup, as `partName` says; without .sealed. */
  name: Type.String({ maxLength: 200 }),
  /** `files` lists files as lines of SHA-256 and size, ascending; `key` is DATA_DIR/secrets.key. */
  kind: union('rows', 'files', 'queue', 'key'),
  /** Of `rows`. */
  table: Type.Optional(word),
  columns: Type.Optional(Type.Array(word, { minItems: 1, maxItems: 1_600 })),
  /** Of a company's rows or files. */
  company: Type.Optional(company),
  /** Lines of the content: rows, files or jobs. */
  count,
  /** Of the content, before it is compressed and encrypted. */
  bytes: count,
  sha256: hash,
  /** Of the object as it is stored. */
  storedBytes: count,
  storedSha256: hash,
});

/** A file that the rows name and the backup does not have, because the store did not have it. */
const damagedFile = Type.Object({ company, sha256: hash, problem: union('missing', 'altered') });

const backedUpCompany = Type.Object({
  id: company,
  /** May have any character: print it with `printable`. */
  name: Type.String({ maxLength: 1_000 }),
  isSandbox: Type.Boolean(),
  /** The number of its last event. */
  lastEvent: count,
});

export const manifestSchema = Type.Object({
  format: Type.Literal(format),
  name: Type.String({ pattern: backupName.source }),
  installation: uuid,
  /** The version of Doorway that took the backup, and the migrations of its schema. */
  version: label,
  migrations: Type.Array(label, { maxItems: 10_000 }),
  isEncrypted: Type.Boolean(),
  /** The time of the snapshot. */
  takenAt: time,
  endedAt: time,
  companies: Type.Array(backedUpCompany),
  /** Each as `partSchema` says. */
  parts: Type.Unsafe<ArchivePart[]>(Type.Array(Type.Unknown())),
  files: Type.Object({ count, bytes: count }),
  damaged: Type.Array(damagedFile),
});

export type ArchivePart = Static<typeof partSchema>;
export type BackedUpCompany = Static<typeof backedUpCompany>;
export type DamagedFile = Static<typeof damagedFile>;
export type Manifest = Static<typeof manifestSchema>;

/** The only name that a part may have. */
export function partName({ kind, table = '', company: of }: Pick<ArchivePart, 'kind' | 'table' | 'company'>): string {
  const folder = of === undefined ? 'tables/' : `companies/${of}/`;
  const names: Record<ArchivePart['kind'], string> = {
    rows: `${folder}${table}.copy.gz`,
    files: `${folder}files.gz`,
    queue: 'queue.jsonl.gz',
    key: 'secrets.key.gz',
  };
  return names[kind];
}

/** Describe the database itself, not what it stores: migrations and the first start write them. */
export const ownTables: readonly string[] = ['migrations', 'doorway_versions', 'write_probes', 'backups'];

/** Projections, which a restore makes from the rows of other tables. */
export const rebuiltTables: readonly string[] = [
  'invoice_projections',
  'supplier_projections',
  'work_order_projections',
];
