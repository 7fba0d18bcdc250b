import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Directory, DirectoryRows } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { ConfirmButton } from '../../shared/form/confirm-modal.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { CopyButton } from '../../shared/page/copy-button.tsx';
import { Dot } from '../../shared/page/dot.tsx';
import { Empty } from '../../shared/page/empty.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { Page } from '../../shared/page/page.tsx';
import { Fields } from '../../shared/record/fields.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { WaitingChange } from '../../shared/record/waiting-change.tsx';
import { common } from '../../text/common.ts';
import { proposalsText } from '../../text/proposals.ts';
import { useText } from '../../text.ts';
import { DirectoryModal } from './directory-modal.tsx';
import { directoriesText } from './text.ts';

export function Directories() {
  const t = useText(directoriesText);
  const administer = useAllowed('administerInstallation');
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <ActionButton action={administer} leftSection={<Icon name="plus" size={15} />} onClick={() => setAdding(true)}>
          {t.add}
        </ActionButton>
      }
    >
      <RecordOf path="/directories" refresh={false}>
        {({ directories, proposals }) => (
          <>
            {proposals.length > 0 && <Waiting proposals={proposals} />}
            {directories.length === 0 && <Empty title={t.none} next={t.noneNext} icon="directories" />}
            {directories.map((directory) => (
              <OneDirectory key={directory.id} directory={directory} />
            ))}
          </>
        )}
      </RecordOf>
      <DirectoryModal opened={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}

type Row = Directory['roles'][number];

function useRowInWords() {
  const t = useText(directoriesText);
  const c = useText(common);
  const format = useFormat();
  return ({ claim, value, company, role, approvalLimit }: Row) => {
    const limit = approvalLimit === null ? '' : ` ${t.upTo(format.amount(approvalLimit))}`;
    const what =
      company === null ? t.everywhere.toLowerCase() : `${c.roles[role].toLowerCase()}${limit}, ${company.name}`;
    return t.row(`${claim}=${value}`, what);
  };
}

/** Rows that give more rights. */
function Waiting({ proposals }: Pick<DirectoryRows, 'proposals'>) {
  const t = useText(directoriesText);
  const p = useText(proposalsText);
  const inWords = useRowInWords();
  return (
    <Panel title={p.secondTitle}>
      <Text size="sm" c="dimmed" mb="sm">
        {t.waitingAbout}
      </Text>
      <Stack gap="lg">
        {proposals.map((proposal) => (
          <WaitingChange
            key={proposal.id}
            title={`${proposal.directory.name}: ${inWords(proposal.row)}`}
            proposal={proposal}
            path="/directories"
            confirmTitle={t.confirmTitle}
            confirmAbout={t.confirmAbout}
          />
        ))}
      </Stack>
    </Panel>
  );
}

function OneDirectory({ directory }: { directory: Directory }) {
  const t = useText(directoriesText);
  const c = useText(common);
  const inWords = useRowInWords();
  const [editing, setEditing] = useState(false);
  const path = `/directories/${directory.id}` as const;
  const { name, issuer, clientId, scopes, companies, roles, configured, disabled, redirectUri, logoutUri } = directory;
  const test = useMutation({
    mutationFn: () => change('POST', `${path}/test`),
    onSuccess: ({ address }) => window.location.assign(address),
  });
  const enable = useChange(() => change('PATCH', path, { disabled: false }), { message: t.isOn });
  const copied = (value: string) => (
    <Group gap="xs">
      <span style={{ overflowWrap: 'anywhere' }}>{value}</span>
      <CopyButton value={value} />
    </Group>
  );
  const small = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <Panel title={name}>
      <Stack>
        <Dot color={disabled ? 'red.6' : 'teal.6'}>{disabled ? t.off : t.on}</Dot>
        {configured && (
          <Text size="sm" c="dimmed">
            {t.configured}
          </Text>
        )}
        <Fields
          fields={[
            [t.issuer, issuer],
            [t.clientId, clientId],
            [t.scopes, scopes],
            [t.companies, companies === null ? t.allCompanies : companies.map((one) => one.name).join(', ')],
            [t.redirectUri, copied(redirectUri)],
            [t.logoutUri, copied(logoutUri)],
          ]}
        />
        <div>
          <Text size="sm" fw={600}>
            {t.roles}
          </Text>
          {roles.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t.noRoles}
            </Text>
          ) : (
            <ul style={{ margin: 0, paddingInlineStart: '1.2em' }}>
              {roles.map((row) => (
                <li key={`${row.claim} ${row.value} ${row.company?.id ?? ''}`}>{inWords(row)}</li>
              ))}
            </ul>
          )}
        </div>
        <Group gap={6}>
          <Button {...small} onClick={() => setEditing(true)}>
            {t.edit}
          </Button>
          <Button {...small} loading={test.isPending} onClick={() => test.mutate()}>
            {t.test}
          </Button>
          {disabled ? (
            <Button {...small} onClick={() => enable.mutate()}>
              {t.switchOn}
            </Button>
          ) : (
            <ConfirmButton
              words={t.switchOff}
              title={t.switchOffTitle}
              about={t.switchOffAbout(name)}
              message={t.isOff}
              send={() => change('PATCH', path, { disabled: true })}
              button={small}
            />
          )}
        </Group>
        {test.error !== null && <Failure error={test.error} tried="done" />}
        {enable.error !== null && <Failure error={enable.error} />}
      </Stack>
      <DirectoryModal opened={editing} onClose={() => setEditing(false)} directory={directory} label={c.save} />
    </Panel>
  );
}
