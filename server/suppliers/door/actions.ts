import type { SupplierCreated } from './schemas.ts';
import type { Partner } from '../../partners/store.ts';
import type { DoorDeps, RecordKind } from '../../deps.ts';
import { ApiError, conflict } from '../../errors/errors.ts';
import { differing, quoted } from '../../../common/errors/words.ts';
import { usedLengthsOfSupplier } from '../../../common/used-lengths.ts';
import { waking } from '../../events/followers.ts';
import { createBatch } from '../../ground/db/batch.ts';
import { createOrExplain, type ConflictExplanations, type WithFindings } from '../../door/create.ts';
import { checkAlone } from '../../door/dry-run.ts';
import { writeOnce, type Insert, type IdempotencyKey, type Outcome } from '../../idempotency/store.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import { isStorable } from '../../ground/http/bodies/body.ts';
import { differences } from '../../ground/json/json.ts';
import { identifierOf, withIdentifiers } from '../../identifiers.ts';
import {
  insertSuppliers,
  otherFormOf,
  readEntries,
  readSupplier,
  readSupplierAsSent,
  supplierNamed,
  type WrittenSupplier,
} from '../store.ts';
import { nearestSupplierNumber } from '../nearest-store.ts';
import { usedPartsOf } from '../rules.ts';
import {
  Supplier,
  supplierIdentifiers,
  removedSupplierFields,
  type SupplierEntry,
  supplierFields,
  type SupplierUpdate,
} from '../shape.ts';
import { findingCodesOf, findingsMessage } from '../../checks/message.ts';
import { findingsOfNumbers, findingsOfTexts } from '../../checks/rules/plausibility.ts';
import { findingForeignAccounts } from '../../checks/account-fields.ts';

export const createdSupplier: RecordKind = {
  type: 'supplier',
  noun: 'supplier',
  shape: Supplier,
  removed: removedSupplierFields,
  knownBy: 'number',
  readDocument: async (db, company, id) => {
    const number = await supplierNamed(db, company, id);
    return number === undefined ? undefined : readSupplierAsSent(db, company, number);
  },
};

interface Item extends WrittenSupplier {
  key: IdempotencyKey | undefined;
  subjectId: string;
  answer: WithFindings<SupplierCreated>;
}

const insert: Insert<Item, Item['answer']> = async (tx, company, items) => {
  const registered = await insertSuppliers(tx, company, items, new Date());
  // If a number occurs several times, its first item was registered.
  return items.map(({ number, answer }) => (registered.delete(number) ? answer : undefined));
};

export function supplierCreation({ pool, followers, metrics, recordKinds }: DoorDeps) {
  const submit = createBatch<Item, Outcome<Item['answer']>>({
    write: waking(followers, (company, items) => writeOnce(pool, company, items, insert)),
    weigh: ({ document }) => document.length,
    observe: metrics.observeBatch('createSupplier'),
  });

  const prepare = async (
    partner: Partner,
    traceId: string,
    supplier: Supplier,
    document: string,
    message: string,
    key: IdempotencyKey | undefined,
  ) => {
    const { companyId } = partner;
    const number = identifierOf(supplier.number);
    const findings = [...findingsOfNumbers(supplier), ...findingsOfTexts(supplier, usedLengthsOfSupplier)];
    const item: Item = {
      author: { partnerId: partner.id, partnerName: partner.name, traceId },
      document,
      number,
      subjectId: number,
      key,
      answer: {
        message: message + findingsMessage(findings, 'is', 'supplier'),
        findingCodes: findingCodesOf(findings),
      },
    };
    const differencesOf = (stored: string) =>
      differences(partner.id, stored, document, usedPartsOf, (one) =>
        usedPartsOf(withoutEmpty(withIdentifiers(one, supplierIdentifiers))),
      );
    const refuseAs = async (number: string) => {
      const stored = await readSupplier(pool, companyId, number);
      if (stored === undefined) return;
      throw conflict('supplier.exists', { number, ...differing(await differencesOf(stored)) }, number);
    };
    const otherForm = await otherFormOf(pool, companyId, number);
    if (otherForm !== undefined) await refuseAs(otherForm);
    const explanations: ConflictExplanations = {
      key,
      recordKinds,
      explain: () => refuseAs(number),
      differencesFrom: async (earlier) => {
        const stored = await readSupplierAsSent(pool, companyId, earlier);
        return stored === undefined ? undefined : differencesOf(stored);
      },
    };
    return { companyId, item, explanations, accepted: { message, findings, record: 'supplier' as const } };
  };
  type Sent = Parameters<typeof prepare>;

  return {
    create: async (...sent: Sent) => {
      const { companyId, item, explanations } = await prepare(...sent);
      return createOrExplain(() => submit(companyId, item), explanations);
    },
    dryRun: async (...sent: Sent) => {
      const { companyId, explanations, accepted } = await prepare(...sent);
      return checkAlone(pool, companyId, explanations, () => accepted);
    },
  };
}

/** White space at its ends does not count, and an identifier has 255 characters at most. */
const maxNumberLength = 1_000;

export const supplierUnknown = (number: string, nearest?: string) =>
  new ApiError('supplier.unknown', { number, nearest, inPath: true });

export async function readOne({ pool }: DoorDeps, company: CompanyId, number: string): Promise<SupplierEntry> {
  if (!isStorable(number) || number.length > maxNumberLength) throw supplierUnknown(number);
  const stored = await supplierNamed(pool, company, number);
  const entry = stored === undefined ? undefined : (await readEntries(pool, company, [stored])).get(stored);
  if (entry === undefined) throw supplierUnknown(number, await nearestSupplierNumber(pool, company, number));
  return entry;
}

/** An absent known field is stored as an empty text, so for known fields empty equals absent. */
const withoutEmpty = (supplier: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(supplier).filter(([name, value]) => value !== '' || !Object.hasOwn(Supplier.properties, name)),
  );

const maxNotes = 10;

/** Sentences for the partner about accounts that stand in other fields than those of accounts. */
export function* findingAccountNotes(supplier: SupplierUpdate): Generator<void, string[]> {
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
