import { workOrderIdentifiers, WorkOrder, type WorkOrderCreated } from './schemas.ts';
import type { Partner } from '../../partners/store.ts';
import type { DoorDeps, RecordKind } from '../../deps.ts';
import { conflict, ApiError } from '../../errors/errors.ts';
import { differing } from '../../../common/errors/words.ts';
import { usedLengthsOfWorkOrder } from '../../../common/used-lengths.ts';
import { findingCodesOf, findingsMessage } from '../../checks/message.ts';
import { findingsOfTexts } from '../../checks/rules/plausibility.ts';
import { waking } from '../../events/followers.ts';
import { createBatch } from '../../ground/db/batch.ts';
import { createOrExplain, type ConflictExplanations, type WithFindings } from '../../door/create.ts';
import { checkAlone } from '../../door/dry-run.ts';
import { writeOnce, type Insert, type IdempotencyKey, type Outcome } from '../../idempotency/store.ts';
import { newId } from '../../ground/db/ids.ts';
import { differences } from '../../ground/json/json.ts';
import { identifierOf, withIdentifiers } from '../../identifiers.ts';
import { findProjectsByProposal } from '../../projects/store.ts';
import { findWorkOrder, insertWorkOrders, readWorkOrderDocument, type NewWorkOrder } from '../store.ts';

export const createdWorkOrder: RecordKind = {
  type: 'workOrder',
  noun: 'work order',
  shape: WorkOrder,
  readDocument: readWorkOrderDocument,
};

type Created = WithFindings<WorkOrderCreated>;

const insert: Insert<Item, Created> = async (tx, company, items) => {
  const titles = await insertWorkOrders(tx, company, items, new Date());
  return items.map(({ id, message, findingCodes }) => {
    const title = titles.get(id);
    return title === undefined ? undefined : { id, title, message, findingCodes };
  });
};

interface Item extends NewWorkOrder {
  key: IdempotencyKey | undefined;
  subjectId: string;
  message: string;
  findingCodes: string | undefined;
}

export function workOrderCreation({ pool, followers, metrics, recordKinds }: DoorDeps) {
  const submit = createBatch<Item, Outcome<Created>>({
    write: waking(followers, (company, items) => writeOnce(pool, company, items, insert)),
    weigh: ({ document }) => document.length,
    observe: metrics.observeBatch('createWorkOrder'),
  });

  const prepare = (
    partner: Partner,
    traceId: string,
    order: WorkOrder,
    document: string,
    message: string,
    key: IdempotencyKey | undefined,
  ) => {
    const { companyId } = partner;
    const [id, reference, proposalId] = [newId(), identifierOf(order.id), identifierOf(order.proposalId)];
    const findings = findingsOfTexts(order, usedLengthsOfWorkOrder);
    const item: Item = {
      id,
      partnerId: partner.id,
      partnerName: partner.name,
      traceId,
      reference,
      proposalId,
      document,
      key,
      subjectId: id,
      message: message + findingsMessage(findings, 'is', 'work order'),
      findingCodes: findingCodesOf(findings),
    };
    const explanations: ConflictExplanations = {
      key,
      recordKinds,
      explain: async () => {
        const stored = await findWorkOrder(pool, companyId, partner.id, reference);
        if (stored !== undefined) {
          const paths = await differences(partner.id, stored.document, document, (one) =>
            withIdentifiers(one, workOrderIdentifiers),
          );
          throw conflict(
            'workorder.exists',
            { reference, id: stored.id, title: stored.title, ...differing(paths) },
            stored.id,
          );
        }
        const reason = whyNoWorkOrder(proposalId, await findProjectsByProposal(pool, companyId, proposalId));
        if (reason !== undefined) throw reason;
      },
      differencesFrom: async (earlier) => {
        const stored = await readWorkOrderDocument(pool, companyId, earlier);
        return stored === undefined ? undefined : differences(partner.id, stored, document);
      },
    };
    return { companyId, item, explanations, accepted: { message, findings, record: 'work order' as const } };
  };
  type Sent = Parameters<typeof prepare>;

  return {
    create: (...sent: Sent) => {
      const { companyId, item, explanations } = prepare(...sent);
      return createOrExplain(() => submit(companyId, item), explanations);
    },
    dryRun: (...sent: Sent) => {
      const { companyId, explanations, accepted } = prepare(...sent);
      return checkAlone(pool, companyId, explanations, () => accepted);
    },
  };
}

interface MatchedProject {
  number: string;
  name: string;
  facilities: number;
}

function whyNoWorkOrder(proposalId: string, projects: MatchedProject[]): ApiError | undefined {
  const [project, another] = projects;
  if (project === undefined) return new ApiError('project.unknown', { proposalId });
  if (another !== undefined) return new ApiError('project.ambiguous', { proposalId });
  const { name, number, facilities } = project;
  if (facilities === 0) return new ApiError('facility.unknown', { name, number });
  if (facilities > 1) return new ApiError('facility.ambiguous', { name, number });
  return undefined;
}
