import { v7 as uuidv7 } from 'uuid';
import { createBatch } from '../db/batch.ts';
import { writeOnce, type Insert, type Key, type Outcome } from '../db/once.ts';
import type { Pool } from '../db/pool.ts';
import { badRequest, conflict } from '../errors.ts';
import type { Partner } from '../http/auth.ts';
import { createOrExplain } from '../http/create.ts';
import { describeDifferences, differences, parseExactly } from '../http/json.ts';
import { findProjectsByProposal } from '../projects/store.ts';
import { whyNoWorkOrder } from './rules.ts';
import type { WorkOrder, WorkOrderCreated } from './schemas.ts';
import { findWorkOrder, insertWorkOrders, type NewWorkOrder } from './store.ts';
import { short } from '../short.ts';

const insert: Insert<Item, WorkOrderCreated> = async (tx, company, items) => {
  const titles = await insertWorkOrders(tx, company, items, new Date());
  return items.map(({ id, message }) => {
    const title = titles.get(id);
    return title === undefined ? undefined : { id, title, message };
  });
};

interface Item extends NewWorkOrder {
  key: Key | undefined;
  message: string;
}

export function workOrderCreation(pool: Pool, observe: (size: number) => void) {
  const submit = createBatch<Item, Outcome<WorkOrderCreated>>({
    write: (company, items) =>
      writeOnce(pool, company, items, insert, 'several'),
    weigh: ({ document }) => document.length,
    observe,
  });

  return (partner: Partner, { id: reference, proposalId }: WorkOrder, document: string, message: string, key: Key | undefined) => {
    const item: Item = { id: uuidv7(), eventId: uuidv7(), partnerId: partner.id, reference, proposalId, document, key, message };
    return createOrExplain(
      () => submit(partner.companyId, item),
      async () => {
        const stored = await findWorkOrder(pool, partner.companyId, partner.id, reference);
        if (stored !== undefined) {
          const paths = differences(parseExactly(stored.document), parseExactly(document));
          throw conflict(
            'workorder.exists',
            `The id ${short(reference)} was sent before: it is work order ${stored.id}, ${short(stored.title)}; ${describeDifferences(paths)}.`,
            stored.id,
          );
        }
        const reason = whyNoWorkOrder(proposalId, await findProjectsByProposal(pool, partner.companyId, proposalId));
        if (reason !== undefined) throw badRequest(reason.code, reason.message);
      },
    );
  };
}
