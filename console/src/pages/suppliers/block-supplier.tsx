import { Alert, Text } from '@mantine/core';
import { useState } from 'react';
import type { Supplier, SupplierPath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { ReasonModal } from '../../shared/form/reason-modal.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { common } from '../../text/common.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';

/** Blocks a supplier, or lifts the block, with a reason that others will see. */
export function BlockSupplier({ supplier, path }: { supplier: Supplier; path: SupplierPath }) {
  const t = useText(suppliersText);
  const c = useText(common);
  const mayEdit = useAllowed('edit');
  const [asking, setAsking] = useState(false);
  const isBlocked = supplier.blocked !== null;
  const close = () => setAsking(false);
  const send = useChange(
    (reason: string) => change('POST', isBlocked ? `${path}/unblock` : `${path}/block`, { reason }),
    { message: isBlocked ? t.isUnblocked : t.isBlocked, done: close },
  );
  const words = isBlocked ? t.unblock : t.block;
  return (
    <>
      <ActionButton action={mayEdit} variant="default" onClick={() => setAsking(true)}>
        {words}
      </ActionButton>
      <ReasonModal
        opened={asking}
        onClose={close}
        title={words}
        about={isBlocked ? t.unblockAbout : t.blockAbout}
        label={c.reason}
        required
        confirm={words}
        {...(!isBlocked && { colour: 'red' })}
        busy={send.isPending}
        error={send.error}
        onConfirm={send.mutate}
      />
    </>
  );
}

/** That a supplier is blocked, since when and why, where nobody can miss it. */
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
