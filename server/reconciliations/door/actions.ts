import { maxUnlisted } from './schemas.ts';
import type { Partner } from '../../partners/store.ts';
import type { Db } from '../../ground/db/pool.ts';
import { inTurns } from '../../ground/scheduling/slices.ts';
import { firstUnlisted, reconciling, summaryOf, writtenOut, type ListedInvoice, type StoredInvoice } from '../rules.ts';
import { readForReconciliation } from '../store.ts';

export interface ReconciliationRequest {
  from: Date;
  to: Date;
  listed: readonly ListedInvoice[];
  /** Whose time it takes. */
  caller: string | undefined;
  /** Adds notes to the summary. */
  messageFor: (summary: string) => string;
}

/** The answer as JSON text, because amounts keep every digit. */
export async function reconcileInvoices(
  db: Db,
  { companyId, id }: Partner,
  { from, to, listed, caller, messageFor }: ReconciliationRequest,
): Promise<string> {
  const references = listed.map(({ externalReferenceId }) => externalReferenceId);
  const stored = await readForReconciliation(db, companyId, id, { references, from, to, maxUnlisted: maxUnlisted + 1 });
  const result = await inTurns(reconciling(listed, stored.listed), caller);
  const unlisted = firstUnlisted(stored.unlisted, maxUnlisted);
  const differing = result.differing.map(
    ({ listed: { externalReferenceId, totalPrice }, stored: invoice }) =>
      `{"externalReferenceId":${JSON.stringify(externalReferenceId)},"id":"${invoice.id}","sent":${writtenOut(totalPrice)},"stored":${invoice.totalPrice},${stateOf(invoice)}}`,
  );
  const named = unlisted.named.map(
    (invoice) =>
      `{"externalReferenceId":${JSON.stringify(invoice.externalReferenceId)},"id":"${invoice.id}","totalPrice":${invoice.totalPrice},${stateOf(invoice)}}`,
  );
  const next = unlisted.next === undefined ? '' : `"next":${unlisted.next},`;
  const message = messageFor(summaryOf(result, unlisted, listed.length));
  return `{"matched":${result.matched.length},"missing":${JSON.stringify(result.missing)},"differing":[${differing.join(',')}],"unlisted":[${named.join(',')}],${next}"message":${JSON.stringify(message)}}`;
}

const stateOf = ({ state, credit }: StoredInvoice) => `"state":"${state}","credit":${credit}`;
