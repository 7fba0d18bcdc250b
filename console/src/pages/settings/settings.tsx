import { Group, NativeSelect, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currencies } from '../../../../common/currencies.ts';
import type { DeskSettings, DeskSettingsPatch } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { usePreferences } from '../../preferences.tsx';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Page } from '../../shared/page/page.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { Unsaved } from '../../shared/form/unsaved.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { common } from '../../text/common.ts';
import { settingsText } from '../../text/settings.ts';
import { useText } from '../../text.ts';

/** What a company chose about how its people work together. */
export function Settings() {
  const t = useText(settingsText);
  const path = useCompanyPath()('/settings');
  return (
    <Page title={t.title} intro={t.intro}>
      <RecordOf path={path} refresh={false}>
        {(settings) => <SettingsForm settings={settings} path={path} />}
      </RecordOf>
    </Page>
  );
}

function SettingsForm({ settings, path }: { settings: DeskSettings; path: `/companies/${string}/settings` }) {
  const t = useText(settingsText);
  const c = useText(common);
  const { language } = usePreferences();
  const administer = useAllowed('administer');
  const client = useQueryClient();
  const [chosen, setChosen] = useState<DeskSettingsPatch>({});
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { currency, payeeTakesTwo, separateDuties } = { ...settings, ...chosen };
  const switchesOff = settings.separateDuties && !separateDuties;
  const isChanged =
    currency !== settings.currency ||
    payeeTakesTwo !== settings.payeeTakesTwo ||
    separateDuties !== settings.separateDuties;
  const save = useChange((patch: DeskSettingsPatch) => change('PATCH', path, patch), {
    message: t.saved,
    done: (answer) => {
      client.setQueryData(['record', path], answer);
      setChosen({});
      setReason('');
    },
  });
  const send = () => {
    const lacksReason = switchesOff && reason.trim() === '';
    setMissing(lacksReason);
    if (!lacksReason) save.mutate(isChanged ? { ...chosen, ...(switchesOff && { reason }) } : {});
  };
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  return (
    <Panel title={t.fourEyes}>
      <Stack gap="lg" maw={680}>
        <Switch
          label={t.payeeTakesTwo}
          description={t.payeeAbout}
          checked={payeeTakesTwo}
          disabled={!administer.allowed}
          onChange={(event) => setChosen({ ...chosen, payeeTakesTwo: event.currentTarget.checked })}
        />
        <Switch
          label={t.separateDuties}
          description={t.dutiesAbout}
          checked={separateDuties}
          disabled={!administer.allowed}
          onChange={(event) => setChosen({ ...chosen, separateDuties: event.currentTarget.checked })}
        />
        {switchesOff && (
          <Textarea
            label={t.dutiesReason}
            description={t.dutiesReasonAbout}
            required
            autosize
            maxLength={1000}
            value={reason}
            error={isMissing && reason.trim() === '' && t.dutiesReasonMissing}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {!separateDuties && settings.dutiesOffReason !== null && (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {t.dutiesReason}: {settings.dutiesOffReason}
          </Text>
        )}
        <NativeSelect
          label={t.currency}
          description={t.currencyAbout}
          data={[...currencies].map((code) => ({ value: code, label: `${code} ${names.of(code) ?? ''}` }))}
          value={currency}
          disabled={!administer.allowed}
          onChange={(event) => setChosen({ ...chosen, currency: event.currentTarget.value })}
        />
        {save.error !== null && <Failure error={save.error} />}
        <Group justify="flex-end">
          <ActionButton action={administer} loading={save.isPending} onClick={send}>
            {c.save}
          </ActionButton>
        </Group>
      </Stack>
      <Unsaved changed={isChanged} />
    </Panel>
  );
}
