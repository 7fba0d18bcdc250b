import type { CompanyId, Db } from '../ground/db/pool.ts';
import { identifierOf } from '../identifiers.ts';

export interface RecordKind {
  /** Its name in the operator API. */
  type: string;
  /** Its name in messages to partners. */
  noun: string;
  /** The field of the body that identifies the record. Without it, the answered id does. */
  knownBy?: string;
  /** The field of its document with the id of its parent record, if it has one. */
  belongsTo?: string;
  /** The body that created it, as JSON text with every digit. */
  readDocument(db: Db, company: CompanyId, id: string): Promise<string | undefined>;
}

/** Records by the operation that creates them. */
export type RecordKinds = ReadonlyMap<string, RecordKind>;

export const idOf = ({ knownBy }: RecordKind, answer: unknown, body: unknown): string =>
  knownBy === undefined ? (answer as { id: string }).id : identifierOf((body as Record<string, string>)[knownBy] ?? '');
