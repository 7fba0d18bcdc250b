import { NativeSelect, Select, Stack, Text, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { usePreferences, type Language } from '../../preferences.tsx';
import { Panel } from '../../shared/panel.tsx';
import { accountText } from '../../text/account.ts';
import { useText } from '../../text.ts';

const zones = [...new Set(['Europe/Stockholm', 'UTC', ...Intl.supportedValuesOf('timeZone')])];

export function Display() {
  const t = useText(accountText);
  const { language, timeZone, set } = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
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
          onChange={(event) => set({ language: event.currentTarget.value as Language })}
        />
        <NativeSelect
          label={t.colours}
          value={colorScheme}
          data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t.schemes[value] }))}
          onChange={(event) => setColorScheme(event.currentTarget.value as MantineColorScheme)}
        />
        <Select
          label={t.timeZone}
          searchable
          allowDeselect={false}
          value={timeZone}
          data={zones}
          limit={60}
          onChange={(zone) => zone !== null && set({ timeZone: zone })}
        />
      </Stack>
    </Panel>
  );
}
