import type { Key, Outcome, Use } from '../idempotency/store.ts';
import { conflict, unavailable } from '../errors/errors.ts';
import { differing } from '../../common/errors/words.ts';
import type { MadeBy } from './made.ts';

export interface Answered<Answer> {
  answer: Answer;
  replayed: boolean;
}

/** How a refusal is explained. */
export interface Explanations {
  key: Key | undefined;
  /** What each operation makes, since another one may have used the key. */
  madeBy: MadeBy;
  /** Throws the partner's error. If it finds no reason, what stood in the way is gone by now. */
  explain: () => Promise<void>;
  /** The paths at which a record of this operation differs from the body; undefined if it cannot be compared. */
  differencesFrom: (subjectId: string) => Promise<string[] | undefined>;
  /** Whether a record keeps what was sent: then a body in which nothing differs is the same one, whatever its fingerprint. */
  keepsBody?: boolean;
}

/** Writes, and where the row was refused asks why; if the reason is gone by now, the write is tried again. */
export async function createOrExplain<Answer>(
  write: () => Promise<Outcome<Answer>>,
  { key, madeBy, explain, differencesFrom, keepsBody = false }: Explanations,
): Promise<Answered<Answer>> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const outcome = await write();
    if ('created' in outcome) return { answer: outcome.created, replayed: false };
    if ('replayed' in outcome) return { answer: outcome.replayed, replayed: true };
    if ('keyTaken' in outcome) {
      const { operation, subjectId, answer } = outcome.keyTaken;
      const isSame = operation === key?.operation;
      const paths = isSame && subjectId !== undefined ? await differencesFrom(subjectId) : undefined;
      if (keepsBody && paths?.length === 0 && answer !== undefined) return { answer, replayed: true };
      throw keyUsed(outcome.keyTaken, isSame, madeBy, paths);
    }
    await explain();
  }
  throw unavailable('service.busy', { why: 'record' });
}

/** Says which operation used a key first and for which record, and where it was this one, what differs. */
function keyUsed({ operation, subjectId }: Use<unknown>, isSame: boolean, madeBy: MadeBy, paths: string[] = []) {
  const made = madeBy.get(operation);
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
