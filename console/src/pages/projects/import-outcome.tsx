import { Alert, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ProjectsImported } from '../../api/types.ts';
import { Icon } from '../../shared/icon.tsx';
import { ButtonLink } from '../../shared/link.tsx';
import { projectsText } from '../../text/projects.ts';
import { useText } from '../../text.ts';
import { Warnings } from './warnings.tsx';

const route = getRouteApi('/inside/companies/$companyId/projects/import');

export function ImportOutcome({ imported: { created, updated, unchanged, notices } }: { imported: ProjectsImported }) {
  const t = useText(projectsText);
  const { companyId } = route.useParams();
  return (
    <Stack>
      <Alert
        color="teal"
        variant="outline"
        icon={<Icon name="check" />}
        title={t.imported}
        role="status"
        bg="var(--door-surface)"
      >
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{t.outcome(created, updated, unchanged)}</Text>
          <ButtonLink size="xs" variant="default" to="/companies/$companyId/projects" params={{ companyId }}>
            {t.toList}
          </ButtonLink>
        </Stack>
      </Alert>
      <Warnings warnings={notices} />
    </Stack>
  );
}
