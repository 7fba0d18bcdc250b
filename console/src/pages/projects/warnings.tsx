import { Alert, List } from '@mantine/core';
import { Icon } from '../../shared/icon.tsx';
import { Sentence } from '../../shared/sentence.tsx';
import { projectsText } from '../../text/projects.ts';
import { useText } from '../../text.ts';

export function Warnings({ warnings }: { warnings: string[] }) {
  const t = useText(projectsText);
  if (warnings.length === 0) return null;
  return (
    <Alert color="orange" variant="outline" icon={<Icon name="warning" />} title={t.warnings} bg="var(--door-surface)">
      <List size="sm" spacing={4}>
        {warnings.map((warning) => (
          <List.Item key={warning}>
            <Sentence>{warning}</Sentence>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
