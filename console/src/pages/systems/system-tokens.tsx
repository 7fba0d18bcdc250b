import { Button, Modal, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { OperatorTokenRow, SystemRow } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { ConfirmModal } from '../../shared/confirm-modal.tsx';
import { useChange } from '../../shared/use-change.ts';
import { Validity } from '../../shared/validity.tsx';
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
  const [revoking, setRevoking] = useState<OperatorTokenRow>();
  const revoke = useChange((tokenId: string) => change('DELETE', `${path}/${tokenId}`), {
    message: t.revoked,
    done: () => setRevoking(undefined),
  });
  return (
    <>
      <Modal
        opened={opened}
        onClose={onClose}
        title={t.tokensOf(name)}
        size="xl"
        closeButtonProps={{ 'aria-label': c.close }}
      >
        {tokens.length === 0 ? <Text size="sm">{t.noTokens}</Text> : <Tokens tokens={tokens} onRevoke={setRevoking} />}
      </Modal>
      <ConfirmModal
        opened={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={t.revokeTitle}
        about={t.revokeAbout(revoking?.name ?? '')}
        confirm={t.revoke}
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoking !== undefined && revoke.mutate(revoking.id)}
      />
    </>
  );
}

function Tokens({ tokens, onRevoke }: { tokens: OperatorTokenRow[]; onRevoke: (token: OperatorTokenRow) => void }) {
  const t = useText(systemsText);
  const c = useText(common);
  const format = useFormat();
  return (
    <Table.ScrollContainer minWidth={620}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {[t.name, t.state, t.expires, t.lastUsed, t.made, c.actions].map((header) => (
              <Table.Th key={header}>{header}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens.map((token) => (
            <Table.Tr key={token.id}>
              <Table.Td fw={600}>{token.name}</Table.Td>
              <Table.Td>
                <Validity {...token} />
              </Table.Td>
              <Table.Td>{token.expiresAt === null ? t.noExpiry : format.date(token.expiresAt)}</Table.Td>
              <Table.Td>{token.lastUsedAt === null ? t.never : format.dateTime(token.lastUsedAt)}</Table.Td>
              <Table.Td>{format.date(token.createdAt)}</Table.Td>
              <Table.Td>
                {isValid(token) && (
                  <Button size="compact-sm" variant="default" onClick={() => onRevoke(token)}>
                    {t.revoke}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
