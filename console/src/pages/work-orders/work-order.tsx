import { Code, Grid, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { WorkOrder, WorkOrderPath } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { writeExact } from '../../exact.ts';
import { useFormat } from '../../format.ts';
import { Fields, type Field } from '../../shared/fields.tsx';
import { Link } from '../../shared/link.tsx';
import { Page } from '../../shared/page.tsx';
import { Panel } from '../../shared/panel.tsx';
import { RecordOf } from '../../shared/record.tsx';
import { StateBadge } from '../../shared/state-badge.tsx';
import { TimelineOf } from '../../shared/timeline.tsx';
import { common } from '../../text/common.ts';
import { workOrdersText } from '../../text/work-orders.ts';
import { useText } from '../../text.ts';
import { Finish } from './finish.tsx';

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
    <Page
      title={workOrder.title}
      aside={<StateBadge state={workOrder.state} size="lg" />}
      actions={<Finish workOrder={workOrder} path={path} />}
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <Panel title={t.description}>
              <Text
                style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
                {...(!workOrder.description && { c: 'dimmed' })}
              >
                {workOrder.description || t.noDescription}
              </Text>
            </Panel>
            <Panel title={t.sent}>
              <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {writeExact(workOrder.document)}
              </Code>
            </Panel>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <Panel title={t.details}>
              <Fields fields={fields} />
            </Panel>
            <Panel title={c.timeline}>
              <TimelineOf entries={workOrder.timeline} />
            </Panel>
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
