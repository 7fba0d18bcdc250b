import { Alert, List, Text } from '@mantine/core';
import type { Invoice } from '../../api/types.ts';
import { Icon } from '../../shared/icon.tsx';
import { Said, useWords } from '../../shared/said.tsx';
import { invoicesText } from '../../text/invoices.ts';
import { named, useText } from '../../text.ts';

/** What looks wrong. A finding whose kind is known is told in the reader's language, any other in the service's words. */
export function Findings({ findings, document }: Pick<Invoice, 'findings' | 'document'>) {
  const t = useText(invoicesText);
  const words = useWords();
  if (findings.length === 0) return null;
  return (
    <Alert
      color="orange"
      variant="outline"
      icon={<Icon name="warning" />}
      title={t.findingsCount(findings.length)}
      bg="var(--door-surface)"
    >
      <List size="sm" spacing={4}>
        {findings.map((finding) => (
          <List.Item key={finding.code + finding.message}>
            <Text span size="sm" fw={600}>
              {named(t.severities, finding.severity)}:
            </Text>{' '}
            {/* A finding from before it had parameters is about what the document says. */}
            <Said words={words.notice({ parameters: document, ...finding })} english={finding.message} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
