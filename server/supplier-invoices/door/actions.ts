import type { SupplierInvoiceCreated } from './schemas.ts';
import type { Partner } from '../../access/store.ts';
import type { DoorDeps } from '../../deps.ts';
import { ApiError, conflict } from '../../errors/errors.ts';
import { differing } from '../../errors/words.ts';
import { waking } from '../../events/followers.ts';
import type { CheckedInvoice } from '../../checks/invoice.ts';
import { needsOf } from '../../checks/judge.ts';
import { keysOf, numberKey } from '../../checks/keys.ts';
import { rules } from '../../checks/rules.ts';
import type { Settings } from '../../checks/settings.ts';
import { explainSums } from '../../checks/sums/explain.ts';
import { tellFindings } from '../../checks/tell.ts';
import { createBatch } from '../../ground/db/batch.ts';
import { createOrExplain } from '../../ground/db/create-once.ts';
import { writeOnce, type Insert, type Key, type Outcome } from '../../ground/db/once.ts';
import { lockCounters } from '../../ground/db/counters.ts';
import { transaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import { newId } from '../../ground/ids.ts';
import { differences, parseExactly } from '../../ground/json/json.ts';
import { identifierOf, withIdentifiers } from '../../identifiers.ts';
import { readKnown, type ToldOfAll } from '../known-store.ts';
import { judgeArriving, type Arriving, type Judged } from '../rules.ts';
import { invoiceIdentifiers, type SupplierInvoice } from '../shape.ts';
import { findInvoice, insertInvoices, readInvoiceDocument, type NewInvoice } from '../store.ts';
import { rememberedLookAlikes, type LookAlikesAt } from '../../suppliers/look-alikes-store.ts';
import { nearestSupplierNumber } from '../../suppliers/nearest-store.ts';
import { supplierExists } from '../../suppliers/store.ts';

type Item = Arriving &
  Omit<NewInvoice, 'findings' | 'heldEventId' | 'payeeVersion'> & {
    key: Key | undefined;
    subjectId: string;
    /** What is answered, before what looks wrong is told. */
    message: string;
  };

/** Stores what can be stored of a batch, judged; answers undefined where another invoice has arrived since what is known was read. */
type Attempt = (db: Db) => Promise<(SupplierInvoiceCreated | undefined)[] | undefined>;

/** Nothing is locked while the invoices are judged. Where that went wrong, the counters are, so that the second attempt goes well. */
function insertJudged(pool: Pool): Insert<Item, SupplierInvoiceCreated> {
  const lastSettings: LastSettings = new Map();
  const lookAlikes = rememberedLookAlikes();
  return async (db, company, unsorted) => {
    const items = unsorted.toSorted(byReference);
    const attempt: Attempt = async (db) => {
      const now = new Date();
      const told = await readNeeded(db, company, items, lastSettings, lookAlikes);
      const judged = judgeArriving(items, told, now).map(toStore);
      const stored =
        judged.length === 0 ? new Set<string>() : await insertInvoices(db, company, judged, told.version, now);
      const answers = new Map(
        judged.map(({ id, message, findings }) => [id, { id, message: message + tellFindings(findings) }]),
      );
      return stored && unsorted.map(({ id }) => (stored.has(id) ? answers.get(id) : undefined));
    };
    const locked = async (tx: Db) => {
      await lockCounters(tx, company);
      return (await attempt(tx)) as (SupplierInvoiceCreated | undefined)[];
    };
    return (await attempt(db)) ?? (db === pool ? await transaction(pool, locked) : await locked(db));
  };
}

const toStore = ({ invoice, findings, isHeld, payeeVersion }: Judged<Item>) => ({
  ...invoice,
  findings,
  payeeVersion,
  heldEventId: isHeld ? newId() : undefined,
});

/** What a company chose when somebody last looked: it says what to read, and is compared with what the company has chosen by then. */
type LastSettings = Map<CompanyId, Settings>;

/** Reads what the rules in force need to know. */
async function readNeeded(
  db: Db,
  company: CompanyId,
  items: Item[],
  last: LastSettings,
  lookAlikes: LookAlikesAt,
): Promise<ToldOfAll> {
  const told = await readKnown(db, company, items, needsOf(rules, last.get(company) ?? {}), lookAlikes);
  last.set(company, told.settings);
  const isEnough = [...needsOf(rules, told.settings)].every((need) => told.needs.has(need));
  return isEnough ? told : readNeeded(db, company, items, last, lookAlikes);
}

export function invoiceCreation({ pool, followers, metrics, madeBy }: DoorDeps) {
  const insert = insertJudged(pool);
  const submit = createBatch<Item, Outcome<SupplierInvoiceCreated>>({
    write: waking(followers, (company, items) => writeOnce(pool, company, items, insert)),
    weigh: ({ document }) => document.length,
    observe: metrics.observeBatch('createSupplierInvoice'),
  });

  return (
    partner: Partner,
    traceId: string,
    invoice: SupplierInvoice,
    checked: CheckedInvoice,
    document: string,
    message: string,
    key: Key | undefined,
  ) => {
    const [externalReferenceId, supplierNumber] = [
      identifierOf(invoice.externalReferenceId),
      identifierOf(invoice.supplierNumber),
    ];
    const id = newId();
    const item: Item = {
      id,
      eventId: newId(),
      partnerId: partner.id,
      partnerName: partner.name,
      traceId,
      externalReferenceId,
      supplierNumber,
      document,
      checked,
      keys: keysOf(checked),
      credits: numberKey(checked.creditInvoiceReference),
      sums: explainSums(checked).sums,
      key,
      subjectId: id,
      message,
    };
    const { companyId } = partner;
    return createOrExplain(() => submit(companyId, item), {
      key,
      madeBy,
      explain: async () => {
        const stored = await findInvoice(pool, companyId, partner.id, externalReferenceId);
        if (stored !== undefined) {
          const [before, now] = [stored.document, document].map((text) =>
            withIdentifiers(parseExactly(text), invoiceIdentifiers),
          );
          const paths = differences(before, now);
          throw conflict(
            'supplierinvoice.exists',
            { externalReferenceId, id: stored.id, ...differing(paths) },
            stored.id,
          );
        }
        if (!(await supplierExists(pool, companyId, supplierNumber)))
          throw new ApiError('supplier.unknown', {
            number: supplierNumber,
            nearest: await nearestSupplierNumber(pool, companyId, supplierNumber),
          });
      },
      // The key stands for the body as it was sent, so here a blank does make a difference.
      differencesFrom: async (earlier) => {
        const stored = await readInvoiceDocument(pool, companyId, earlier);
        return stored === undefined ? undefined : differences(parseExactly(stored), parseExactly(document));
      },
    });
  };
}

/** Rows are locked in the same order in every process, so that no two wait for each other in a circle. */
const byReference = (a: Item, b: Item) =>
  compare(a.partnerId, b.partnerId) || compare(a.externalReferenceId, b.externalReferenceId);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
