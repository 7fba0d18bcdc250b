import { Alert, List, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Overview } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { Link } from '../../shared/page/link.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { overviewText } from './text.ts';
import { useText } from '../../text.ts';
import styles from './decisions.module.css';

const route = getRouteApi('/inside/companies/$companyId/overview');

export function DamagedFiles({ files: { damaged, firstDamaged } }: { files: Overview['files'] }) {
  const t = useText(overviewText);
  const format = useFormat();
  const { companyId } = route.useParams();
  if (damaged === 0) return null;
  return (
    <Alert
      color="red"
      variant="outline"
      bg="var(--door-surface)"
      icon={<Icon name="warning" />}
      title={t.damagedFiles(format.number(damaged), damaged === 1)}
    >
      {/* One file may be attached to several invoices. */}
      <Text size="sm" mb={4}>
        {t.damagedOn}
      </Text>
      <List size="sm" spacing={4} listStyleType="none">
        {firstDamaged.map(({ attachmentId, fileName, problem, foundAt, ...invoice }) => (
          <List.Item key={attachmentId} style={{ overflowWrap: 'anywhere' }}>
            <Link
              to="/companies/$companyId/invoices/$invoiceId"
              params={{ companyId, invoiceId: invoice.supplierInvoiceId }}
              size="sm"
              fw={600}
            >
              {invoice.supplierInvoiceNumber ?? invoice.externalReferenceId}
            </Link>{' '}
            <Text span inherit c="dimmed">
              {[fileName, t.fileProblems[problem], format.dateTime(foundAt)].join(' · ')}
            </Text>
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {damaged > firstDamaged.length && `${t.moreDamaged} `}
        {t.damagedNext}
      </Text>
    </Alert>
  );
}

export function VerifiedFiles({ files: { verifiedAt, verified, total, damaged } }: { files: Overview['files'] }) {
  const t = useText(overviewText);
  const format = useFormat();
  return (
    <Panel title={t.files}>
      {verifiedAt === null ? (
        <Empty title={t.notVerified} next={t.notVerifiedNext} icon="audit" />
      ) : (
        <>
          <dl className={styles.times}>
            <div>
              <dt>{t.verified}</dt>
              <dd className={styles.value}>{t.ofAll(format.number(verified), format.number(total))}</dd>
            </div>
            <div>
              <dt>{t.lastVerified}</dt>
              <dd className={styles.value}>{format.dateTime(verifiedAt)}</dd>
            </div>
          </dl>
          <Text size="sm" c={damaged === 0 ? 'dimmed' : 'var(--mantine-color-error)'} mt="sm">
            {damaged === 0 ? t.allWhole : t.damagedFiles(format.number(damaged), damaged === 1)}
          </Text>
        </>
      )}
    </Panel>
  );
}
