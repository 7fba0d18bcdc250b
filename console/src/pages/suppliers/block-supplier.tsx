import { Alert, Text } from '@mantine/core';
import type { Supplier, SupplierPath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { Icon } from '../../shared/page/icon.tsx';
import { ReasonButton } from '../../shared/form/reason-modal.tsx';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';

export function BlockSupplier({ supplier, path }: { supplier: Supplier; path: SupplierPath }) {
  const t = useText(suppliersText);
  const { blocked } = supplier;
  const isBlocked = blocked !== null;
  return (
    <ReasonButton
      action={useAllowed('edit')}
      words={isBlocked ? t.unblock : t.block}
      about={isBlocked ? t.unblockAbout : t.blockAbout}
      color={isBlocked ? undefined : 'red'}
      message={isBlocked ? t.isUnblocked : t.isBlocked}
      send={(reason) =>
        isBlocked
          ? change('POST', `${path}/unblock`, { reason, blockSeq: blocked.seq })
          : change('POST', `${path}/block`, { reason })
      }
    />
  );
}

export function BlockedNotice({ blocked }: Pick<Supplier, 'blocked'>) {
  const t = useText(suppliersText);
  const format = useFormat();
  if (blocked === null) return null;
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<Icon name="held" />}
      title={t.blockedSince(format.dateTime(blocked.at))}
      bg="var(--door-surface)"
    >
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {blocked.reason}
      </Text>
    </Alert>
  );
}
