import { Modal } from '@mantine/core';
import type { OperatorRow } from '../../api/types.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { OperatorTokens } from '../../shared/tokens/operator-tokens.tsx';
import { common } from '../../text/common.ts';
import { operatorsText } from '../../text/operators.ts';
import { useText } from '../../text.ts';

/** What another operator's systems come in with, for an administrator to see and revoke. */
export function TokensModal({
  opened,
  onClose,
  operator,
}: {
  opened: boolean;
  onClose: () => void;
  operator: OperatorRow;
}) {
  const t = useText(operatorsText);
  const c = useText(common);
  const title = t.tokensTitle(operator.name);
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="xl" closeButtonProps={{ 'aria-label': c.close }}>
      <OperatorTokens
        label={title}
        path={`/operators/${operator.id}/tokens`}
        empty={<Empty title={t.noTokens} next={t.noTokensNext} icon="partners" />}
      />
    </Modal>
  );
}
