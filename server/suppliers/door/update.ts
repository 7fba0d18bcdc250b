import type { SupplierUpdated } from './schemas.ts';
import type { Partner } from '../../partners/store.ts';
import { audit } from '../../audit/record.ts';
import { findingCodesOf, findingsMessage } from '../../checks/message.ts';
import type { Finding } from '../../checks/rule.ts';
import type { DoorDeps } from '../../deps.ts';
import { createOrExplain, type CreationAnswer, type WithFindings } from '../../door/create.ts';
import { ApiError, conflict } from '../../errors/errors.ts';
import { lockCounters } from '../../events/counters.ts';
import { recordEvents, type EventCause } from '../../events/record.ts';
import { newId } from '../../ground/db/ids.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { writeAlone, type IdempotencyKey } from '../../idempotency/store.ts';
import { checkChanges } from '../change.ts';
import { changeSupplier, replaceExtra, readMarks } from '../changes-store.ts';
import { etagOf } from '../../ground/http/answers/kept.ts';
import { nearestSupplierNumber } from '../nearest-store.ts';
import { lockSuppliers, supplierNamed } from '../store.ts';
import { countProposalsOf, deleteProposal, insertProposal, readProposals, type Proposal } from '../proposals-store.ts';
import {
  changesBetween,
  partnerChanges,
  replacementOf,
  shownChanges,
  withBlanksEmpty,
  withoutFields,
  type Patch,
} from '../rules.ts';
import type { FieldChange, SupplierEntry, SupplierField } from '../shape.ts';

/** A person at the company reads every one of them. */
const maxOpen = 100;

export interface UpdateOutcome {
  /** Fields that changed at once. */
  changed: SupplierField[];
  /** Fields whose new value waits for the company. */
  proposed: SupplierField[];
}

/** Only a caller that may list suppliers learns what the company's record has. */
export const messageOf = (outcome: UpdateOutcome, mayRead: boolean): string =>
  mayRead ? inDetail(outcome) : discreetly;

const discreetly =
  'Supplier updated: a name, organisational number or account that differs from the company’s record waits until the company confirms it, and so do contact details if the company has confirmed the supplier.';

const joined = (fields: readonly string[]) => fields.join(', ').replace(/, (?=[^,]*$)/, ' and ');

function inDetail({ changed, proposed }: UpdateOutcome): string {
  if (changed.length + proposed.length === 0) return 'Nothing differs from the company’s record.';
  return [
    ...(changed.length === 0 ? [] : [`Supplier updated: ${joined(changed)} changed.`]),
    ...(proposed.length === 0
      ? []
      : [
          `${joined(proposed)} ${proposed.length === 1 ? 'waits until the company confirms it' : 'wait until the company confirms them'}.`,
        ]),
  ].join(' ');
}

type Updated = WithFindings<SupplierUpdated>;

interface Item extends EventCause {
  number: string;
  subjectId: string;
  /** The fields that were sent. */
  sent: Patch;
  /** Fields that were not sent stay, also in a proposal of the partner that waits. */
  isPartial: boolean;
  /** JSON text of a body whose unknown fields and long texts are stored. */
  extraOf: string | undefined;
  findings: readonly Finding[];
  /** Whether the supplier is as the caller has read it. */
  isExpected: ((etag: string) => boolean) | undefined;
  key: IdempotencyKey | undefined;
  message: (outcome: UpdateOutcome) => string;
}

async function update(tx: Db, company: CompanyId, item: Item): Promise<Updated | undefined> {
  // The lock is held already; this reads the database's clock.
  const now = await lockCounters(tx, company);
  const before = (await lockSuppliers(tx, company, [item.number])).get(item.number);
  if (before === undefined) return undefined;
  const etag = etagOfEntry(before);
  if (item.isExpected?.(etag) === false)
    throw new ApiError('supplier.changed', { number: item.number }, { headers: { etag } });
  const message = item.message(await updateLocked(tx, company, before, item, now));
  const { findings } = item;
  return { message: message + findingsMessage(findings, 'is', 'supplier'), findingCodes: findingCodesOf(findings) };
}

/** The ETag of reading the supplier. */
const etagOfEntry = (entry: SupplierEntry) => etagOf(JSON.stringify(entry));

async function updateLocked(
  tx: Db,
  company: CompanyId,
  before: SupplierEntry,
  item: Item,
  now: Date,
): Promise<UpdateOutcome> {
  const { number, partnerId: id, partnerName: name, traceId, isPartial, extraOf } = item;
  const { isContactConfirmed, registrantId } = await readMarks(tx, company, number);
  const standing = { isContactConfirmed, isRegistrant: registrantId === id };
  const patch = isPartial ? withBlanksEmpty(item.sent) : replacementOf(item.sent, standing);
  const { atOnce, proposed } = partnerChanges(before, patch, standing);
  const own = (await readProposals(tx, company, number)).find(({ by }) => by.partner && by.id === id);
  const earlier = isPartial && own ? changesBetween(before, withoutFields(own.patch, patch)) : [];
  const waiting = [...earlier, ...proposed];
  checkChanges(before, waiting);
  const partner = { id, name, partner: true } as const;
  const hasNewExtra =
    extraOf !== undefined && (await replaceExtra(tx, company, number, { document: extraOf, isPartial }));
  if (atOnce.length > 0 || hasNewExtra) {
    const change = { number, changes: atOnce, changesPayee: false, by: partner, traceId };
    await changeSupplier(tx, company, { ...change, id: newId() }, now);
  }
  const isNew = await propose(tx, company, { before, own, changes: waiting }, item, now);
  const actor = { id: null, name };
  if (atOnce.length > 0 || hasNewExtra) {
    const data = { changes: shownChanges(atOnce), partnerId: id, traceId };
    await audit(tx, company, actor, { action: 'supplier.updated', subjectId: number, data }, now);
  }
  if (isNew !== undefined) await audit(tx, company, actor, { ...isNew, subjectId: number }, now);
  return { changed: atOnce.map(({ field }) => field), proposed: proposed.map(({ field }) => field) };
}

interface NewProposal {
  before: SupplierEntry;
  /** The partner's proposal that waits. */
  own: Proposal | undefined;
  changes: readonly FieldChange[];
}

/** The last proposal of a partner counts. Returns what the audit log says of it; undefined if nothing is new. */
async function propose(
  tx: Db,
  company: CompanyId,
  { before, own, changes }: NewProposal,
  { number, partnerId, partnerName, traceId }: Item,
  now: Date,
): Promise<{ action: string; data: object } | undefined> {
  const patch = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
  if (own !== undefined) {
    if (isSame(own.patch, patch)) return undefined;
    await deleteProposal(tx, company, number, own.id);
    if (changes.length === 0) {
      const taken = shownChanges(changesBetween(before, own.patch));
      return { action: 'supplier.declined', data: { proposalId: own.id, changes: taken, partnerId, traceId } };
    }
  }
  if (changes.length === 0) return undefined;
  if (own === undefined && (await countProposalsOf(tx, company, partnerId)) >= maxOpen)
    throw conflict('proposals.waiting', { most: maxOpen });
  const id = newId();
  const by = { id: partnerId, name: partnerName, partner: true } as const;
  await insertProposal(tx, company, number, { id, patch, by, at: now });
  const fields = Object.keys(patch);
  const data = { number, name: before.name, proposalId: id, fields, partnerId, partnerName, traceId };
  await recordEvents(tx, company, [{ type: 'supplier.proposed', subjectId: number, data }], now);
  const replaces = own && { replaces: own.id };
  return {
    action: 'supplier.proposed',
    data: { proposalId: id, ...replaces, changes: shownChanges(changes), partnerId, traceId },
  };
}

const isSame = (one: Proposal['patch'], other: Proposal['patch']) => {
  const [some, others] = [one, other].map((patch) => JSON.stringify(Object.entries(patch).toSorted()));
  return some === others;
};

export async function updateSupplier(
  { pool, followers, recordKinds }: Pick<DoorDeps, 'pool' | 'followers' | 'recordKinds'>,
  { companyId, id: partnerId, name: partnerName }: Partner,
  named: string,
  sent: Omit<Item, 'number' | 'subjectId' | 'partnerId' | 'partnerName'>,
): Promise<CreationAnswer<Updated>> {
  const unknown = async () =>
    new ApiError('supplier.unknown', {
      number: named,
      nearest: await nearestSupplierNumber(pool, companyId, named),
      inPath: true as const,
    });
  const number = await supplierNamed(pool, companyId, named);
  if (number === undefined) throw await unknown();
  const item: Item = { ...sent, number, subjectId: number, partnerId, partnerName };
  return createOrExplain(() => writeAlone({ pool, followers }, companyId, item, update), {
    key: item.key,
    recordKinds,
    explain: async () => {
      throw await unknown();
    },
    // The body of the earlier request is not stored.
    differencesFrom: async () => undefined,
  });
}
