import { Code, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Webhook, WebhookPath, WebhookState } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { Fields, type Field } from '../../shared/record/fields.tsx';
import { Page } from '../../shared/page/page.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { webhooksText } from './text.ts';
import { useText } from '../../text.ts';
import { Deliveries } from './deliveries.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { Trouble } from './trouble.tsx';
import { useTypeName } from './sending.ts';

const route = getRouteApi('/inside/companies/$companyId/webhooks/$webhookId');

export function WebhookPage() {
  const { webhookId } = route.useParams();
  const path = useCompanyPath()(`/webhooks/${encodeURIComponent(webhookId)}`);
  return (
    <RecordOf path={path}>
      {(endpoint) =>
        isForAdministrators(endpoint) ? (
          <EndpointView endpoint={endpoint} path={path} />
        ) : (
          <StateView endpoint={endpoint} path={path} />
        )
      }
    </RecordOf>
  );
}

const isForAdministrators = (endpoint: WebhookState): endpoint is Webhook => endpoint.url !== undefined;

function StateView({ endpoint, path }: { endpoint: WebhookState; path: WebhookPath }) {
  const t = useText(webhooksText);
  return (
    <Page title={t.endpointOf(endpoint.partner ?? t.company)} aside={<EndpointState endpoint={endpoint} size="lg" />}>
      <Trouble endpoint={endpoint} path={path} />
      <Text c="dimmed">{t.stateOnly}</Text>
    </Page>
  );
}

function EndpointView({ endpoint, path }: { endpoint: Webhook; path: WebhookPath }) {
  return (
    <Page
      title={endpoint.url}
      aside={<EndpointState endpoint={endpoint} size="lg" />}
      actions={<EndpointActions endpoint={endpoint} path={path} />}
    >
      <Trouble endpoint={endpoint} path={path} />
      <Health endpoint={endpoint} />
      <Deliveries endpoint={endpoint} path={path} />
    </Page>
  );
}

function Health({ endpoint }: { endpoint: Webhook }) {
  const t = useText(webhooksText);
  const format = useFormat();
  const typeName = useTypeName();
  const time = (at: string | null) => (at === null ? '' : format.dateTime(at));
  const { partner, types, behind, behindAtLeast, tries, nextTryAt, state } = endpoint;
  const isFailing = state === 'failing';
  const fields: Field[] = [
    [t.forWhom, partner ?? t.company],
    [t.types, types.length === 0 ? t.allTypes : types.map(typeName).join(', ')],
    [t.lastDelivery, endpoint.deliveredAt === null ? t.never : format.seconds(endpoint.deliveredAt)],
    [t.position, String(endpoint.position)],
    [t.waiting, behindAtLeast ? t.atLeast(format.number(behind)) : format.number(behind)],
    [t.failingSince, time(endpoint.failingSince)],
    [t.tries, tries === 0 ? '' : format.number(tries)],
    [t.nextTry, isFailing ? (nextTryAt === null ? t.soon : format.seconds(nextTryAt)) : ''],
    [t.formerUntil, time(endpoint.formerSecretUntil)],
    [t.created, format.dateTime(endpoint.createdAt)],
    [t.id, <Code key="id">{endpoint.id}</Code>],
  ];
  return (
    <Panel title={t.health}>
      <Fields fields={fields} />
    </Panel>
  );
}
