import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { OperatorRow } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { Dot } from '../../shared/page/dot.tsx';
import { Empty } from '../../shared/page/empty.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { ExportMenu } from '../../shared/list/export-menu.tsx';
import type { Column } from '../../shared/list/list-table.tsx';
import { List } from '../../shared/list/list.tsx';
import { Page } from '../../shared/page/page.tsx';
import { TwoLines } from '../../shared/record/two-lines.tsx';
import { common } from '../../text/common.ts';
import { operatorsText } from './text.ts';
import { useText } from '../../text.ts';
import { NewByName } from '../../shared/form/new-by-name.tsx';
import { OperatorActions } from './operator-actions.tsx';
import { LinkMade } from './link-made.tsx';
import { OperatorModal, type Invitation } from './operator-modal.tsx';
import { WaitingRights } from './waiting-rights.tsx';

export function Operators() {
  const t = useText(operatorsText);
  const createCompany = useAllowed('administerInstallation');
  const [inviting, setInviting] = useState(false);
  const [invitation, setInvitation] = useState<Invitation>();
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <>
          <ExportMenu path="/operators" />
          {createCompany.allowed && (
            <NewByName
              action={createCompany}
              words={t.newCompany}
              label={t.companyName}
              submit={t.createCompany}
              message={t.companyMade}
              send={(company) => change('POST', '/companies', company)}
            />
          )}
          <Button leftSection={<Icon name="plus" size={15} />} onClick={() => setInviting(true)}>
            {t.invite}
          </Button>
        </>
      }
    >
      <WaitingRights />
      <List
        label={t.title}
        path="/operators"
        query={{}}
        columns={useColumns(setInvitation)}
        rowKey={({ id }) => id}
        defaultSort="name"
        filtered={false}
        empty={<Empty title={t.emptyTitle} next={t.emptyNext} icon="operators" />}
      />
      <OperatorModal opened={inviting} onClose={() => setInviting(false)} onInvited={setInvitation} />
      <LinkMade invited={invitation} onInvited={setInvitation} onClose={() => setInvitation(undefined)} />
    </Page>
  );
}

function useColumns(onInvited: (invited: Invitation) => void): Column<OperatorRow>[] {
  const t = useText(operatorsText);
  const c = useText(common);
  const format = useFormat();
  // The buttons need the room, and the other columns give way; a card on a phone shows everything.
  const isNarrow = useMediaQuery('(min-width: 48.01em) and (max-width: 79.99em)');
  const roleOf = (row: OperatorRow) =>
    row.rolesFrom === null ? rightsOf(row) : `${rightsOf(row)} (${t.fromDirectory(row.rolesFrom.name)})`;
  const rightsOf = ({ administrator, companies }: OperatorRow) =>
    administrator
      ? t.everything
      : companies.length === 0
        ? t.none
        : companies
            .map(({ name, role, approvalLimit }) => {
              const limit = role === 'approver' && approvalLimit !== undefined;
              return `${c.roles[role]}${limit ? ` ${t.upTo(format.amount(approvalLimit))}` : ''}, ${name}`;
            })
            .join('; ');
  const stateOf = ({ disabledAt, invited }: OperatorRow): [colour: string, words: string] =>
    disabledAt !== null
      ? ['red.6', t.disabled(format.date(disabledAt))]
      : invited
        ? ['orange.6', t.invited]
        : ['teal.6', t.active];
  return [
    {
      header: t.name,
      ...(isNarrow && { width: 190, grows: true }),
      cell: ({ name, email }) => <TwoLines first={<strong>{name}</strong>} second={email} />,
    },
    { header: t.role, ...(isNarrow && { width: 120 }), grows: true, cell: roleOf },
    {
      header: t.state,
      ...(isNarrow && { width: 100 }),
      cell: (row) => {
        const [colour, words] = stateOf(row);
        return <Dot color={colour}>{words}</Dot>;
      },
    },
    ...(isNarrow
      ? []
      : [{ header: t.made, tight: true, quiet: true, cell: ({ createdAt }: OperatorRow) => format.date(createdAt) }]),
    {
      header: c.actions,
      ...(isNarrow && { width: 334 }),
      cell: (row) => <OperatorActions operator={row} onInvited={onInvited} />,
    },
  ];
}
