import { Alert, List, Text } from '@mantine/core';
import type { Invoice } from '../../api/types.ts';
import { Icon } from '../../shared/icon.tsx';
import { invoicesText } from '../../text/invoices.ts';
import { named, useText } from '../../text.ts';

/** What looks wrong. A finding whose kind is known is told in the reader's language, any other in the service's words. */
export function Findings({ findings, document }: Pick<Invoice, 'findings' | 'document'>) {
  const t = useText(invoicesText);
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
            {finding.code === 'currency.unknown' ? (
              t.currencyUnknown(String(document.currency))
            ) : (
              <span lang="en">{finding.message}</span>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
