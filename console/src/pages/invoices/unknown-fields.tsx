import { Code, Text } from '@mantine/core';
import type { InvoiceDocument } from '../../api/types.ts';
import { writeExact } from '../../exact.ts';
import { Panel } from '../../shared/panel.tsx';
import { invoicesText } from '../../text/invoices.ts';
import { useText } from '../../text.ts';
import { unknownOf } from './known-fields.ts';

export function UnknownFields({ document }: { document: InvoiceDocument }) {
  const t = useText(invoicesText);
  const unknown = unknownOf(document);
  if (Object.keys(unknown).length === 0) return null;
  return (
    <Panel title={t.unknown}>
      <Text size="sm" c="dimmed" mb="sm">
        {t.unknownAbout}
      </Text>
      <Code block tabIndex={0}>
        {writeExact(unknown)}
      </Code>
    </Panel>
  );
}
