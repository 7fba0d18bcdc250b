import { useState } from 'react';
import type { SystemRow } from '../../api/types.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { Dot } from '../../shared/page/dot.tsx';
import { Empty } from '../../shared/page/empty.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import type { Column } from '../../shared/list/list-table.tsx';
import { List } from '../../shared/list/list.tsx';
import { Page } from '../../shared/page/page.tsx';
import { SecretModal } from '../../shared/tokens/secret.tsx';
import { common } from '../../text/common.ts';
import { systemsText } from '../../text/systems.ts';
import { useText } from '../../text.ts';
import { NewSystem, type Issued } from './new-system.tsx';
import { SystemActions } from './system-actions.tsx';
import { isValid } from './valid.ts';

/** The company's own systems, and the tokens that they come in with. */
export function Systems() {
  const t = useText(systemsText);
  const path = useCompanyPath();
  const administer = useAllowed('administer');
  const [creating, setCreating] = useState(false);
  const [issued, setIssued] = useState<Issued>();
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <ActionButton
          action={administer}
          leftSection={<Icon name="plus" size={15} />}
          onClick={() => setCreating(true)}
        >
          {t.newSystem}
        </ActionButton>
      }
    >
      <List
        label={t.title}
        path={path('/systems')}
        query={{}}
        columns={useColumns(setIssued)}
        rowKey={({ id }) => id}
        defaultSort="name"
        filtered={false}
        empty={<Empty title={t.emptyTitle} next={t.emptyNext} icon="systems" />}
      />
      <NewSystem opened={creating} onClose={() => setCreating(false)} onIssued={setIssued} />
      <SecretModal
        title={t.tokenTitle(issued?.system ?? '')}
        values={issued === undefined ? undefined : [{ label: t.token, value: issued.token }]}
        onClose={() => setIssued(undefined)}
      />
    </Page>
  );
}

function useColumns(onIssued: (issued: Issued) => void): Column<SystemRow>[] {
  const t = useText(systemsText);
  const c = useText(common);
  const format = useFormat();
  return [
    { header: t.name, cell: ({ name }) => <strong>{name}</strong> },
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
    { header: c.actions, cell: (row) => <SystemActions system={row} onIssued={onIssued} /> },
  ];
}
