import type { CompanyId, Db } from '../ground/db/pool.ts';
import { identifierOf } from '../identifiers.ts';

/** A kind of record that an operation of partners makes. */
export interface Made {
  /** As the operator API calls it. */
  type: string;
  /** As a message to a partner calls it. */
  noun: string;
  /** The field of the body that the record is known by. Where none is named, it is known by the id that is answered. */
  knownBy?: string;
  /** The field of its document that has the id of the record that it belongs to, if it belongs to one. */
  belongsTo?: string;
  /** What was sent to make it, as JSON text, in which no digit is lost. */
  readDocument(db: Db, company: CompanyId, id: string): Promise<string | undefined>;
}

/** What the operations make, by their names. */
export type MadeBy = ReadonlyMap<string, Made>;

/** What the record is known by that a call made. */
export const idOf = ({ knownBy }: Made, answer: unknown, body: unknown): string =>
  knownBy === undefined ? (answer as { id: string }).id : identifierOf((body as Record<string, string>)[knownBy] ?? '');
