import { Text } from '@mantine/core';
import type { InvoiceDocument } from '../../api/types.ts';
import { Json } from '../../shared/record/json.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { invoicesText } from './text.ts';
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
      <Json value={unknown} />
    </Panel>
  );
}
