import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import type { SystemRow } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { ConfirmButton } from '../../shared/form/confirm-modal.tsx';
import { Dot } from '../../shared/page/dot.tsx';
import { Empty } from '../../shared/page/empty.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { ExportMenu } from '../../shared/list/export-menu.tsx';
import { ListTable, type Column } from '../../shared/list/list-table.tsx';
import { List } from '../../shared/list/list.tsx';
import { Page } from '../../shared/page/page.tsx';
import { IssueDialog } from '../../shared/tokens/secret.tsx';
import { common } from '../../text/common.ts';
import { systemsText } from './text.ts';
import { useText } from '../../text.ts';
import { isValid, useTokenColumns } from '../../shared/tokens/token-columns.tsx';
import { TokenForm } from '../../shared/tokens/token-form.tsx';

export function Systems() {
  const t = useText(systemsText);
  const path = useCompanyPath()('/systems');
  const administer = useAllowed('administer');
  const [creating, setCreating] = useState(false);
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <>
          <ExportMenu path={path} />
          <ActionButton
            action={administer}
            leftSection={<Icon name="plus" size={15} />}
            onClick={() => setCreating(true)}
          >
            {t.newSystem}
          </ActionButton>
        </>
      }
    >
      <List
        label={t.title}
        path={path}
        query={{}}
        columns={useColumns()}
        rowKey={({ id }) => id}
        defaultSort="name"
        filtered={false}
        empty={<Empty title={t.emptyTitle} next={t.emptyNext} icon="systems" />}
      />
      <IssueDialog opened={creating} onClose={() => setCreating(false)} title={t.newSystem}>
        {(show) => (
          <TokenForm
            label={t.systemName}
            description={t.systemNameHint}
            submit={t.createSystem}
            send={(system) => change('POST', path, system)}
            onIssued={(token, name) => show(t.tokenTitle(name), [{ label: t.token, value: token }])}
          />
        )}
      </IssueDialog>
    </Page>
  );
}

function useColumns(): Column<SystemRow>[] {
  const t = useText(systemsText);
  const c = useText(common);
  const format = useFormat();
  return [
    { header: t.name, grows: true, cell: ({ name }) => <strong>{name}</strong> },
    {
      header: t.state,
      cell: ({ disabledAt }) =>
        disabledAt === null ? (
          <Dot color="teal.6">{t.active}</Dot>
        ) : (
          <Dot color="red.6">{t.shutOffOn(format.date(disabledAt))}</Dot>
        ),
    },
    { header: t.tokens, cell: ({ tokens }) => t.validTokens(tokens.filter(isValid).length) },
    {
      header: t.lastUsed,
      tight: true,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.never : format.dateTime(lastUsedAt)),
    },
    { header: t.made, tight: true, cell: ({ createdAt }) => format.date(createdAt) },
    { header: c.actions, cell: (row) => <SystemActions system={row} /> },
  ];
}

function SystemActions({ system }: { system: SystemRow }) {
  const t = useText(systemsText);
  const path = useCompanyPath()(`/systems/${system.id}`);
  const [opened, setOpened] = useState<'tokens' | 'newToken'>();
  const close = () => setOpened(undefined);
  const button = (dialog: 'tokens' | 'newToken') => (
    <Button
      size="compact-sm"
      variant="default"
      data-opens-row={dialog === 'tokens' || undefined}
      onClick={() => setOpened(dialog)}
    >
      {t[dialog]}
    </Button>
  );
  return (
    <>
      <Group gap={6}>
        {button('tokens')}
        {system.disabledAt === null && (
          <>
            {button('newToken')}
            <ConfirmButton
              words={t.shutOff}
              title={t.shutOffTitle}
              about={t.shutOffAbout(system.name)}
              message={t.isShutOff}
              send={() => change('DELETE', path)}
              button={{ size: 'compact-sm' }}
            />
          </>
        )}
      </Group>
      <SystemTokens opened={opened === 'tokens'} onClose={close} system={system} />
      <IssueDialog opened={opened === 'newToken'} onClose={close} title={t.newToken}>
        {(show) => (
          <TokenForm
            label={t.tokenName}
            description={`${t.tokenNameHint} ${t.newTokenAbout}`}
            submit={t.createToken}
            send={(token) => change('POST', `${path}/tokens`, token)}
            onIssued={(token) => show(t.tokenTitle(system.name), [{ label: t.token, value: token }])}
          />
        )}
      </IssueDialog>
    </>
  );
}

interface SystemTokensProps {
  opened: boolean;
  onClose: () => void;
  system: SystemRow;
}

function SystemTokens({ opened, onClose, system: { id, name, tokens } }: SystemTokensProps) {
  const t = useText(systemsText);
  const c = useText(common);
  const path = useCompanyPath()(`/systems/${id}/tokens`);
  const columns = useTokenColumns<SystemRow['tokens'][number]>({
    words: t,
    isRevocable: isValid,
    revokeAbout: (token) => t.revokeAbout(token.name),
    revoke: (token) => change('DELETE', `${path}/${token.id}`),
  });
  const title = t.tokensOf(name);
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="xl" closeButtonProps={{ 'aria-label': c.close }}>
      {tokens.length === 0 ? (
        <Text size="sm">{t.noTokens}</Text>
      ) : (
        <ListTable
          label={title}
          rows={tokens}
          columns={[{ header: t.name, cell: (token) => <strong>{token.name}</strong> }, ...columns]}
          rowKey={(token) => token.id}
        />
      )}
    </Modal>
  );
}
