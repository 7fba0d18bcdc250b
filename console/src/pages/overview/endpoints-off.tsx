import { Alert, List, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { EndpointOff } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { Icon } from '../../shared/page/icon.tsx';
import { Link } from '../../shared/page/link.tsx';
import { overviewText } from './text.ts';
import { useText } from '../../text.ts';

const route = getRouteApi('/inside/companies/$companyId/overview');

export function EndpointsOff({ endpoints }: { endpoints: EndpointOff[] }) {
  const t = useText(overviewText);
  const format = useFormat();
  const { companyId } = route.useParams();
  if (endpoints.length === 0) return null;
  return (
    <Alert
      color="red"
      variant="outline"
      bg="var(--door-surface)"
      icon={<Icon name="warning" />}
      title={t.endpointsOff(endpoints.length)}
    >
      <List size="sm" spacing={4} listStyleType="none">
        {endpoints.map(({ id, url, partner, at, why }) => (
          <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
            <Link
              to="/companies/$companyId/webhooks/$webhookId"
              params={{ companyId, webhookId: id }}
              size="sm"
              fw={600}
            >
              {url ?? partner ?? t.ownEndpoint}
            </Link>{' '}
            <Text span inherit c="dimmed">
              {[url !== undefined && partner, t.endpointOffFor[why], format.dateTime(at)].filter(Boolean).join(' · ')}
            </Text>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
