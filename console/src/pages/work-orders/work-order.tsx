import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { WorkOrder, WorkOrderPath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { DecisionButton, ObstacleModal } from '../../decisions/decision.tsx';
import { useDecide } from '../../decisions/use-decide.ts';
import { useFormat } from '../../format.ts';
import { Fields, type Field } from '../../shared/record/fields.tsx';
import { Json } from '../../shared/record/json.tsx';
import { Link } from '../../shared/page/link.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordPage } from '../../shared/record/record-page.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { TimelinePanel } from '../../shared/record/timeline.tsx';
import { common } from '../../text/common.ts';
import { workOrdersText } from './text.ts';
import { useText } from '../../text.ts';

const route = getRouteApi('/inside/companies/$companyId/work-orders/$workOrderId');

export function WorkOrderPage() {
  const { workOrderId } = route.useParams();
  const path = useCompanyPath()(`/work-orders/${encodeURIComponent(workOrderId)}`);
  return <RecordOf path={path}>{(workOrder) => <WorkOrderView workOrder={workOrder} path={path} />}</RecordOf>;
}

function WorkOrderView({ workOrder, path }: { workOrder: WorkOrder; path: WorkOrderPath }) {
  const t = useText(workOrdersText);
  const c = useText(common);
  const format = useFormat();
  const { companyId } = route.useParams();
  const { project } = workOrder;
  const link = (
    <Link to="/companies/$companyId/projects/$projectId" params={{ companyId, projectId: project.id }}>
      {project.name} ({project.number})
    </Link>
  );
  const fields: Field[] = [
    [c.project, link],
    [t.facility, workOrder.facilityNumber],
    [t.reference, workOrder.reference],
    [c.partner, workOrder.partner],
    [c.created, format.dateTime(workOrder.createdAt)],
  ];
  return (
    <RecordPage
      title={workOrder.title}
      state={workOrder.state}
      decisions={<Decisions actions={workOrder.actions} path={path} />}
      splitFrom="md"
      main={
        <>
          <Panel title={t.description}>
            <Text
              style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
              {...(!workOrder.description && { c: 'dimmed' })}
            >
              {workOrder.description || t.noDescription}
            </Text>
          </Panel>
          <Panel title={t.sent}>
            <Json value={workOrder.document} broken />
          </Panel>
        </>
      }
      beside={
        <>
          <Panel title={t.details}>
            <Fields fields={fields} />
          </Panel>
          <TimelinePanel entries={workOrder.timeline} />
        </>
      }
    />
  );
}

function Decisions({ actions, path }: Pick<WorkOrder, 'actions'> & { path: WorkOrderPath }) {
  const t = useText(workOrdersText);
  const decide = useDecide<WorkOrder>(path);
  return (
    <>
      <DecisionButton
        kind="against"
        decide={decide}
        decision={{
          name: 'cancel',
          action: actions.cancel,
          send: (reason) => change('POST', `${path}/cancel`, { reason }),
          done: t.isCancelled,
        }}
        label={t.cancel}
        about={t.cancelAbout}
      />
      <DecisionButton
        decide={decide}
        decision={{
          name: 'done',
          action: actions.done,
          send: (comment) => change('POST', `${path}/done`, comment === '' ? {} : { comment }),
          done: t.isDone,
        }}
        label={t.done}
        about={t.doneAbout}
      />
      <ObstacleModal decide={decide} />
    </>
  );
}
