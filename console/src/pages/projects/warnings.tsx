import { Alert, List } from '@mantine/core';
import type { Notice } from '../../api/types.ts';
import { Icon } from '../../shared/page/icon.tsx';
import { Said, useWords } from '../../shared/page/said.tsx';
import { projectsText } from './text.ts';
import { useText } from '../../text.ts';

export function Warnings({ warnings }: { warnings: Notice[] }) {
  const t = useText(projectsText);
  const words = useWords();
  if (warnings.length === 0) return null;
  return (
    <Alert color="orange" variant="outline" icon={<Icon name="warning" />} title={t.warnings} bg="var(--door-surface)">
      <List size="sm" spacing={4}>
        {warnings.map((warning) => (
          <List.Item key={warning.message}>
            <Said words={words.notice(warning)} english={warning.message} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
