import { NativeSelect, Select, Stack, Text } from '@mantine/core';
import { timeZones, usePreferences, type Preferences } from '../../preferences.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { accountText } from '../../text/account.ts';
import { useText } from '../../text.ts';

export function Display() {
  const t = useText(accountText);
  const { language, colours, timeZone, set } = usePreferences();
  return (
    <Panel title={t.display}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t.displayAbout}
        </Text>
        <NativeSelect
          label={t.language}
          value={language}
          data={[
            { value: 'en', label: 'English' },
            { value: 'sv', label: 'Svenska' },
          ]}
          onChange={(event) => set({ language: event.currentTarget.value as Preferences['language'] })}
        />
        <NativeSelect
          label={t.colours}
          value={colours}
          data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t.schemes[value] }))}
          onChange={(event) => set({ colours: event.currentTarget.value as Preferences['colours'] })}
        />
        <Select
          label={t.timeZone}
          searchable
          allowDeselect={false}
          value={timeZone}
          data={timeZones}
          limit={60}
          onChange={(zone) => zone !== null && set({ timeZone: zone })}
        />
      </Stack>
    </Panel>
  );
}
