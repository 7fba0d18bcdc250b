import { Code, Group, List, Stack, Text, ThemeIcon } from '@mantine/core';
import { useState } from 'react';
import { checklistNames } from '../../../../common/names/checklist.ts';
import type { Action, PartnerRow, PartnerSandbox } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { usePreferences } from '../../preferences.tsx';
import { ConfirmButton } from '../../shared/form/confirm-modal.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { Link } from '../../shared/page/link.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { SecretModal } from '../../shared/tokens/secret.tsx';
import { accessText } from '../../text/access.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { named, useText } from '../../text.ts';

interface Props {
  partner: PartnerRow;
  administer: Action;
}

export function Sandbox({ partner, administer }: Props) {
  const path = useCompanyPath()(`/partners/${partner.id}/sandbox`);
  return (
    <RecordOf path={path} loading={null}>
      {(record) => <SandboxPanel record={record} partner={partner} administer={administer} path={path} />}
    </RecordOf>
  );
}

type Path = `/companies/${string}/partners/${string}/sandbox`;

function SandboxPanel({
  record: { sandbox, copies },
  partner,
  administer,
  path,
}: Props & { record: PartnerSandbox; path: Path }) {
  const t = useText(accessText);
  const [token, setToken] = useState<string>();
  const open = useChange(() => change('POST', path), {
    done: (opened) => setToken((opened as { token: string }).token),
  });
  return (
    <Panel
      title={t.sandboxOf(partner.name)}
      actions={
        <Group gap="sm">
          {sandbox !== undefined && (
            <>
              <Link to="/companies/$companyId/overview" params={{ companyId: sandbox.id }}>
                {t.enterSandbox}
              </Link>
              <ConfirmButton
                action={administer}
                words={t.resetSandbox}
                title={t.resetSandboxTitle}
                about={t.resetSandboxAbout(partner.name)}
                message={t.sandboxReset}
                send={() => change('POST', `${path}/reset`)}
              />
            </>
          )}
          <ActionButton
            action={administer}
            loading={open.isPending}
            leftSection={<Icon name="plus" size={15} />}
            onClick={() => open.mutate()}
          >
            {sandbox === undefined ? t.newSandbox : t.newSandboxToken}
          </ActionButton>
        </Group>
      }
    >
      <Stack gap="sm">
        {open.error !== null && <Failure error={open.error} />}
        <Text size="sm" c="dimmed" maw={720}>
          {sandbox === undefined ? t.sandboxAbout : t.sandboxNext}
        </Text>
        {sandbox === undefined ? <Copies copies={copies} /> : <Checklist items={sandbox.items} />}
      </Stack>
      <SecretModal
        title={t.sandboxTokenTitle}
        values={token === undefined ? undefined : [{ label: t.token, value: token }]}
        onClose={() => setToken(undefined)}
      />
    </Panel>
  );
}

/** The company knows what leaves it before it creates the sandbox. */
function Copies({ copies }: { copies: PartnerSandbox['copies'] }) {
  const t = useText(accessText);
  const s = useText(suppliersText);
  const { number } = useFormat();
  const { suppliers, projects, kept, replaced, replacedOfPersons, scopes } = copies;
  const inWords = (fields: readonly string[]) => fields.map((field) => named(s.fields, field)).join(', ');
  return (
    <Stack gap="xs">
      <Text size="sm">{t.sandboxCopies(number(suppliers), number(projects))}</Text>
      <List size="sm" maw={720}>
        <List.Item>{t.sandboxKept(inWords(kept))}</List.Item>
        <List.Item>{t.sandboxReplaced(inWords(replaced))}</List.Item>
        <List.Item>{t.sandboxPersons(inWords(replacedOfPersons))}</List.Item>
        <List.Item>{t.sandboxNotCopied}</List.Item>
        <List.Item>
          {scopes.length === 0
            ? t.sandboxNoScopes
            : t.sandboxScopes(scopes.map((scope) => named(t.scopeNames, scope)).join(', '))}
        </List.Item>
      </List>
    </Stack>
  );
}

function Checklist({ items }: { items: NonNullable<PartnerSandbox['sandbox']>['items'] }) {
  const t = useText(accessText);
  const format = useFormat();
  const { language } = usePreferences();
  const done = items.filter((item) => item.done).length;
  return (
    <Stack gap="xs">
      <Text fw={600}>{t.checklist(done, items.length)}</Text>
      <List spacing={6} size="sm" center aria-label={t.checklist(done, items.length)}>
        {items.map(({ code, done: isDone, at, traceId }) => (
          <List.Item
            key={code}
            icon={
              <ThemeIcon size={20} radius="xl" variant={isDone ? 'filled' : 'default'} color={isDone ? 'teal' : 'gray'}>
                {isDone ? <Icon name="check" size={12} /> : <span />}
              </ThemeIcon>
            }
          >
            {named(checklistNames[language], code)}
            <Text span inherit c="dimmed">
              {` – ${isDone ? (at === null ? t.itemDone : format.dateTime(at)) : t.itemOpen}`}
            </Text>
            {traceId !== null && (
              <>
                {' '}
                <Code>{traceId}</Code>
              </>
            )}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
