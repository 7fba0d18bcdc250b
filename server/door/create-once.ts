import type { IdempotencyKey, Outcome, KeyUse } from '../idempotency/store.ts';
import { conflict, unavailable } from '../errors/errors.ts';
import { differing } from '../../common/errors/words.ts';
import type { RecordKinds } from '../deps.ts';

/** `findingCodes` becomes a header. It is kept with the Idempotency-Key, so that a replay has it too. */
export type WithFindings<Answer> = Answer & { findingCodes?: string | undefined };

export interface CreationAnswer<Answer> {
  answer: Answer;
  replayed: boolean;
}

export interface ConflictExplanations {
  key: IdempotencyKey | undefined;
  /** Every operation's record, because another operation may have used the key. */
  recordKinds: RecordKinds;
  /** Throws the error for the partner. If it returns, the obstacle no longer exists. */
  explain: () => Promise<void>;
  /**
   * Paths at which an existing record of this operation differs from the body; undefined if they cannot be compared.
   */
  differencesFrom: (subjectId: string) => Promise<string[] | undefined>;
  /**
   * Whether the record keeps the whole body: then a body without differences is the same one, whatever its fingerprint.
   */
  keepsBody?: boolean;
}

/** Writes the record, and explains why a row was refused. If the obstacle is gone by then, the write is tried again. */
export async function createOrExplain<Answer>(
  write: () => Promise<Outcome<Answer>>,
  { key, recordKinds, explain, differencesFrom, keepsBody = false }: ConflictExplanations,
): Promise<CreationAnswer<Answer>> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const outcome = await write();
    if ('created' in outcome) return { answer: outcome.created, replayed: false };
    if ('replayed' in outcome) return { answer: outcome.replayed, replayed: true };
    if ('keyTaken' in outcome) {
      const { operation, subjectId, answer } = outcome.keyTaken;
      const isSame = operation === key?.operation;
      const paths = isSame && subjectId !== undefined ? await differencesFrom(subjectId) : undefined;
      if (keepsBody && paths?.length === 0 && answer !== undefined) return { answer, replayed: true };
      throw keyUsed(outcome.keyTaken, isSame, recordKinds, paths);
    }
    await explain();
  }
  throw unavailable('service.busy', { why: 'record' });
}

function keyUsed(
  { operation, subjectId }: KeyUse<unknown>,
  isSame: boolean,
  recordKinds: RecordKinds,
  paths: string[] = [],
) {
  const made = recordKinds.get(operation);
  return conflict(
    'key.used',
    {
      operation,
      isSame,
      ...(subjectId !== undefined && {
        noun: made?.noun ?? 'record',
        id: subjectId,
        isOwnId: made?.knownBy !== undefined,
      }),
      ...differing(paths),
    },
    subjectId,
  );
}
