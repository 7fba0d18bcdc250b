import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useId } from 'react';
import type { WorkOrder, WorkOrderPath } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { QueueBar } from '../../decisions/queue-bar.tsx';
import { SeenProvider, useDocumentShown } from '../../decisions/seen.tsx';
import { oneLine } from '../../exact.ts';
import { useFormat } from '../../format.ts';
import { Fields, type Field } from '../../shared/record/fields.tsx';
import { Link } from '../../shared/page/link.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordPage } from '../../shared/record/record-page.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { TimelinePanel } from '../../shared/record/timeline.tsx';
import { common } from '../../text/common.ts';
import { workOrdersText } from './text.ts';
import { useText } from '../../text.ts';
import { Decisions } from './decisions.tsx';
import { useWorkOrderNavigation, useWorkOrderQueue } from './use-navigation.ts';
import { facilityOf, headingOf, linesOf } from './words.ts';

const route = getRouteApi('/inside/companies/$companyId/work-orders/$workOrderId');

export function WorkOrderPage() {
  const { workOrderId } = route.useParams();
  const path = useCompanyPath()(`/work-orders/${encodeURIComponent(workOrderId)}`);
  return (
    <RecordOf path={path}>
      {(workOrder) => (
        <SeenProvider key={workOrder.id} content={workOrder.id}>
          <WorkOrderView workOrder={workOrder} path={path} />
        </SeenProvider>
      )}
    </RecordOf>
  );
}

function WorkOrderView({ workOrder, path }: { workOrder: WorkOrder; path: WorkOrderPath }) {
  const t = useText(workOrdersText);
  const c = useText(common);
  const format = useFormat();
  const { companyId } = route.useParams();
  const { project, description, document } = workOrder;
  const heading = headingOf(workOrder);
  const queue = useWorkOrderQueue(workOrder.id);
  const navigation = useWorkOrderNavigation(workOrder.id, queue);
  const positionId = useId();
  useDocumentShown(true);
  const link = (
    <Link to="/companies/$companyId/projects/$projectId" params={{ companyId, projectId: project.id }}>
      {project.name} ({project.number})
    </Link>
  );
  const fields: Field[] = [
    [c.project, link],
    [t.facility, facilityOf(workOrder)],
    [t.reference, workOrder.reference],
    [t.proposal, oneLine(document.proposalId)],
    [c.partner, workOrder.partner],
    [c.created, format.dateTime(workOrder.createdAt)],
  ];
  const extra = Object.entries(document)
    .filter(([name, value]) => !knownFields.has(name) || (name === 'description' && isCut(description, value)))
    .flatMap(([name, value]) => linesOf(name, value));
  return (
    <RecordPage
      way={<QueueBar {...{ queue, navigation }} id={positionId} text={t} />}
      title={heading}
      state={workOrder.state}
      intro={heading === workOrder.title ? undefined : workOrder.title}
      decisions={<Decisions {...{ workOrder, path, queue, navigation }} />}
      main={
        <>
          {description?.trim() !== heading && (
            <Panel title={t.description}>
              <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} {...(!description && { c: 'dimmed' })}>
                {description || t.noDescription}
              </Text>
            </Panel>
          )}
          <Panel title={t.details}>
            <Fields fields={fields} />
          </Panel>
          {extra.length > 0 && (
            <Panel title={t.extra}>
              <Fields fields={extra} />
            </Panel>
          )}
        </>
      }
      beside={<TimelinePanel entries={workOrder.timeline} />}
    />
  );
}

/** Whether the document has more of a text. */
const isCut = (text: string | null, whole: unknown) => typeof whole === 'string' && whole !== text;

const knownFields = new Set(['id', 'proposalId', 'description']);
