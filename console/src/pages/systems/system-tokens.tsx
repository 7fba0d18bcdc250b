import { Modal, Text } from '@mantine/core';
import type { SystemRow } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { ListTable } from '../../shared/list/list-table.tsx';
import { useTokens } from '../../shared/tokens/use-tokens.tsx';
import { common } from '../../text/common.ts';
import { systemsText } from '../../text/systems.ts';
import { useText } from '../../text.ts';
import { isValid } from './valid.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
  system: SystemRow;
}

/** The tokens of a system, the latest first, to be seen and revoked. */
export function SystemTokens({ opened, onClose, system: { id, name, tokens } }: Props) {
  const t = useText(systemsText);
  const c = useText(common);
  const path = useCompanyPath()(`/systems/${id}/tokens`);
  const { columns, dialog } = useTokens({ path, words: t, revocable: isValid });
  const title = t.tokensOf(name);
  return (
    <>
      <Modal opened={opened} onClose={onClose} title={title} size="xl" closeButtonProps={{ 'aria-label': c.close }}>
        {tokens.length === 0 ? (
          <Text size="sm">{t.noTokens}</Text>
        ) : (
          <ListTable label={title} rows={tokens} columns={columns} rowKey={(token) => token.id} />
        )}
      </Modal>
      {dialog}
    </>
  );
}
