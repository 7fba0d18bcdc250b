import { Box, NativeSelect, Select, Stack, Switch, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { currencies } from '../../../../common/currencies.ts';
import type { DeskSettings } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { timeZones, usePreferences } from '../../preferences.tsx';
import { Form, useRecordForm } from '../../shared/form/form.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { Link } from '../../shared/page/link.tsx';
import { Page } from '../../shared/page/page.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { WaitingChange } from '../../shared/record/waiting-change.tsx';
import { common } from '../../text/common.ts';
import { proposalsText } from '../../text/proposals.ts';
import { PresetReasons } from './presets.tsx';
import { settingsText } from './text.ts';
import { named, useText } from '../../text.ts';

export function Settings() {
  const t = useText(settingsText);
  const path = useCompanyPath()('/settings');
  return (
    <Page title={t.title} intro={t.intro}>
      <RecordOf path={path} refresh={false}>
        {(settings) => (
          <Stack gap="lg">
            <WaitingSettings waiting={settings.waiting} path={path} />
            <SettingsForm settings={settings} path={path} />
            <PresetReasons settings={settings} path={path} />
          </Stack>
        )}
      </RecordOf>
    </Page>
  );
}

type Path = `/companies/${string}/settings`;

/** A value as its choice says it; values that are no choice, such as a currency, are words already. */
const wordOf = (t: typeof settingsText.en, value: string) =>
  named({ ...t.values, ...t.secondFactors, ...t.passwordRules, ...t.proofRules }, value);

function WaitingSettings({ waiting, path }: { waiting: DeskSettings['waiting']; path: Path }) {
  const t = useText(settingsText);
  const p = useText(proposalsText);
  if (waiting.length === 0) return null;
  return (
    <Panel title={p.secondTitle}>
      <Text size="sm" c="dimmed" mb="sm">
        {t.waitingAbout}
      </Text>
      <Stack gap="lg">
        {waiting.map((proposal) => (
          <WaitingChange
            key={proposal.id}
            title={p.from(t.names[proposal.setting], wordOf(t, proposal.from), wordOf(t, proposal.to))}
            reason={proposal.reason}
            proposal={proposal}
            path={path}
            confirmTitle={t.confirmTitle}
            confirmAbout={t.confirmAbout}
          />
        ))}
      </Stack>
    </Panel>
  );
}

const fields = [
  'currency',
  'payeeTakesTwo',
  'separateDuties',
  'codingRequired',
  'timeZone',
  'secondFactor',
  'passwords',
  'mailLinks',
  'proofs',
  'partnersManageWebhooks',
] as const;

const valuesOf = ({
  currency,
  payeeTakesTwo,
  separateDuties,
  codingRequired,
  timeZone,
  secondFactor,
  passwords,
  mailLinks,
  proofs,
  partnersManageWebhooks,
}: DeskSettings) => ({
  currency,
  payeeTakesTwo,
  separateDuties,
  codingRequired,
  timeZone,
  secondFactor,
  passwords,
  mailLinks,
  proofs,
  partnersManageWebhooks,
  reason: '',
});

const choicesOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

function SettingsForm({ settings, path }: { settings: DeskSettings; path: Path }) {
  const t = useText(settingsText);
  const c = useText(common);
  const { language } = usePreferences();
  const { companyId } = useParams({ from: '/inside/companies/$companyId' });
  const client = useQueryClient();
  const switchesOff = (values: Pick<DeskSettings, 'separateDuties'>) =>
    settings.separateDuties && !values.separateDuties;
  const form = useRecordForm({
    initialValues: valuesOf(settings),
    validate: { reason: (reason, values) => switchesOff(values) && reason.trim() === '' && t.dutiesReasonMissing },
  });
  const save = useChange(
    (values: typeof form.values) =>
      change('PATCH', path, {
        ...Object.fromEntries(
          fields.filter((field) => values[field] !== settings[field]).map((field) => [field, values[field]]),
        ),
        ...(switchesOff(values) && { reason: values.reason }),
      }),
    {
      done: (answer) => {
        const saved = valuesOf(answer);
        form.setValues(saved);
        form.resetDirty(saved);
        client.setQueryData(['record', path], answer);
        notifications.show({ message: answer.waiting.length > 0 ? t.waits : t.saved, color: 'teal' });
      },
    },
  );
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  return (
    <Panel title={t.fourEyes}>
      <Box maw={680}>
        <Form form={form} change={save} submit={c.save} allowed={useAllowed('administer')} edits asksBeforeLeaving>
          <Stack gap="lg">
            <Switch
              label={t.names.payeeTakesTwo}
              description={t.payeeAbout}
              {...form.getInputProps('payeeTakesTwo', { type: 'checkbox' })}
            />
            <Switch
              label={t.names.separateDuties}
              description={t.dutiesAbout}
              {...form.getInputProps('separateDuties', { type: 'checkbox' })}
            />
            {switchesOff(form.values) && (
              <Textarea
                label={t.dutiesReason}
                description={t.dutiesReasonAbout}
                required
                autosize
                maxLength={1000}
                {...form.getInputProps('reason')}
              />
            )}
            {!form.values.separateDuties && settings.dutiesOffReason !== null && (
              <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {t.dutiesReason}: {settings.dutiesOffReason}
              </Text>
            )}
            <Switch
              label={t.names.codingRequired}
              description={
                <>
                  {t.codingAbout}{' '}
                  <Link to="/companies/$companyId/import/coding" params={{ companyId }} size="xs" underline="always">
                    {t.importCoding}
                  </Link>
                </>
              }
              {...form.getInputProps('codingRequired', { type: 'checkbox' })}
            />
            <NativeSelect
              label={t.names.currency}
              description={t.currencyAbout}
              data={[...currencies].map((code) => ({ value: code, label: `${code} ${names.of(code) ?? ''}` }))}
              {...form.getInputProps('currency')}
            />
            <Select
              label={t.names.timeZone}
              description={t.timeZoneAbout}
              searchable
              allowDeselect={false}
              data={timeZones}
              limit={60}
              {...form.getInputProps('timeZone')}
            />
            {(
              [
                ['secondFactor', t.secondFactors, t.secondFactorAbout],
                ['passwords', t.passwordRules, t.passwordsAbout],
                ['mailLinks', t.passwordRules, t.mailLinksAbout],
                ['proofs', t.proofRules, t.proofsAbout],
              ] as const
            ).map(([name, choices, about]) => (
              <NativeSelect
                key={name}
                label={t.names[name]}
                description={about}
                data={choicesOf(choices)}
                {...form.getInputProps(name)}
              />
            ))}
            <Switch
              label={t.names.partnersManageWebhooks}
              description={t.partnersManageWebhooksAbout}
              {...form.getInputProps('partnersManageWebhooks', { type: 'checkbox' })}
            />
          </Stack>
        </Form>
      </Box>
    </Panel>
  );
}
