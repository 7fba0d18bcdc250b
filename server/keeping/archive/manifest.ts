import type { CompanyId } from '../../ground/db/pool.ts';

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
 * With BACKUP_KEY every object is encrypted, and its name ends with .sealed.
 */

export const format = 1;

/** A stored object of the backup. Tables without rows have none. */
export interface Part {
  /** Relative to the folder of the backup. */
  name: string;
  /** `files` lists files as lines of SHA-256 and size, ascending; `key` is DATA_DIR/secrets.key. */
  kind: 'rows' | 'files' | 'queue' | 'key';
  /** Of `rows`. */
  table?: string;
  columns?: string[];
  /** Of a company's rows or files. */
  company?: CompanyId;
  /** Rows, files or jobs. */
  count: number;
  /** Of the content, before it is compressed and encrypted. */
  bytes: number;
  sha256: string;
  /** Of the object as it is stored. */
  storedBytes: number;
  storedSha256: string;
}

export interface BackedUpCompany {
  id: CompanyId;
  name: string;
  isSandbox: boolean;
  /** The number of its last event. */
  lastEvent: number;
}

/** A file that the rows name and the backup does not have, because the store did not have it. */
export interface DamagedFile {
  company: CompanyId;
  sha256: string;
  problem: 'missing' | 'altered';
}

export interface Manifest {
  format: typeof format;
  name: string;
  installation: string;
  /** The version of Doorway that took the backup, and the migrations of its schema. */
  version: string;
  migrations: string[];
  isEncrypted: boolean;
  /** The time of the snapshot. */
  takenAt: string;
  endedAt: string;
  companies: BackedUpCompany[];
  parts: Part[];
  files: { count: number; bytes: number };
  damaged: DamagedFile[];
}

/** Describe the database itself, not what it stores: migrations and the first start write them. */
export const ownTables: readonly string[] = ['migrations', 'doorway_versions', 'write_probes', 'backups'];

/** Projections, which a restore makes from the rows of other tables. */
export const rebuiltTables: readonly string[] = [
  'invoice_projections',
  'supplier_projections',
  'work_order_projections',
];
