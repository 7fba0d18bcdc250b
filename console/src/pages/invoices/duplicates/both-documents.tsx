import { Group, Modal, Title } from '@mantine/core';
import type { Invoice } from '../../../api/types.ts';
import { useCompanyPath } from '../../../company.ts';
import { SeenProvider } from '../../../decisions/seen.tsx';
import { StateBadge } from '../../../shared/record/state-badge.tsx';
import { common } from '../../../text/common.ts';
import { useText } from '../../../text.ts';
import { Files } from '../files/files.tsx';
import { SearchProvider } from '../files/find/search.tsx';
import { OwnWindowProvider } from '../files/own-window.ts';
import { numberOf } from '../known-fields.ts';
import { invoicesText } from '../text.ts';
import styles from './duplicates.module.css';
import { duplicatesText } from './text.ts';

interface Props {
  invoices: readonly Invoice[];
  opened: boolean;
  onClose: () => void;
}

export function BothDocuments({ invoices, opened, onClose }: Props) {
  const t = useText(duplicatesText);
  const { close } = useText(common);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t.both}
      size="min(1500px, 96vw)"
      closeButtonProps={{ 'aria-label': close }}
    >
      <div className={styles.documents}>
        {invoices.map((invoice) => (
          <Document key={invoice.id} invoice={invoice} />
        ))}
      </div>
    </Modal>
  );
}

/** Has its own contexts: a value searched for, the file in its own window and what was seen belong to the page below. */
function Document({ invoice }: { invoice: Invoice }) {
  const t = useText(invoicesText);
  const path = useCompanyPath()(`/invoices/${encodeURIComponent(invoice.id)}`);
  return (
    <section className={styles.document}>
      <Group gap="sm">
        <Title order={2} size="h5">
          {t.invoice(numberOf(invoice.document))}
        </Title>
        <StateBadge state={invoice.state} />
      </Group>
      <SeenProvider content="">
        <SearchProvider findings={invoice.findings}>
          <OwnWindowProvider value>
            <Files files={invoice.files} path={path} />
          </OwnWindowProvider>
        </SearchProvider>
      </SeenProvider>
    </section>
  );
}
