import type { Key, Outcome, Use } from './once.ts';
import { conflict, unavailable } from '../../errors/errors.ts';
import { differing } from '../../errors/words.ts';
import type { MadeBy } from '../made.ts';

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
  /** Where a record that this operation made differs from what was sent now; undefined where that cannot be told. */
  differencesFrom: (subjectId: string) => Promise<string[] | undefined>;
}

/** Writes, and where the row was refused asks why; if the reason is gone by now, the write is tried again. */
export async function createOrExplain<Answer>(
  write: () => Promise<Outcome<Answer>>,
  { key, madeBy, explain, differencesFrom }: Explanations,
): Promise<Answered<Answer>> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const outcome = await write();
    if ('created' in outcome) return { answer: outcome.created, replayed: false };
    if ('replayed' in outcome) return { answer: outcome.replayed, replayed: true };
    if ('keyTaken' in outcome) throw await keyUsed(outcome.keyTaken, key, madeBy, differencesFrom);
    await explain();
  }
  throw unavailable('service.busy', { why: 'record' });
}

/** Says which operation used a key first and for which record, and where it was this one, what differs. */
async function keyUsed(
  { operation, subjectId }: Use,
  key: Key | undefined,
  madeBy: MadeBy,
  differencesFrom: Explanations['differencesFrom'],
) {
  const made = madeBy.get(operation);
  const isSame = operation === key?.operation;
  const paths = (isSame && subjectId !== undefined && (await differencesFrom(subjectId))) || [];
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
