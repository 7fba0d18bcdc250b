import { findingForeignAccounts } from '../../checks/account-fields.ts';
import { quoted } from '../../../common/errors/words.ts';
import { supplierFields, type Supplier } from '../shape.ts';

const maxNotes = 10;

/** Sentences for the partner about accounts that stand in other fields than those of accounts. */
export function* findingAccountNotes(supplier: Supplier): Generator<void, string[]> {
  const { bankGiro, postGiro, iban } = supplier;
  const own = { bankGiro: bankGiro ?? '', postGiro: postGiro ?? '', iban: iban ?? '' };
  const found = yield* findingForeignAccounts(supplier, own, new Set(supplierFields));
  const notes = found
    .slice(0, maxNotes)
    .map(
      ({ path, value }) =>
        `field ${path} names an account, ${quoted(value)}, that nobody is paid to; send it as bankGiro, postGiro or iban.`,
    );
  return found.length > maxNotes ? [...notes, `${found.length - maxNotes} more accounts are not named here.`] : notes;
}
