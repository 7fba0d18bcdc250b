import { SegmentedControl, Text } from '@mantine/core';
import { concernsPayee } from '../../../../common/errors/findings.ts';
import type { CheckRule, CheckSetting } from '../../api/types.ts';
import { Severity } from '../../shared/record/severity.tsx';
import { checksText } from './text.ts';
import { rulesText } from '../../text/rules.ts';
import { useText } from '../../text.ts';
import { SettingRow } from './setting-row.tsx';

interface Props {
  rule: CheckRule;
  setting: CheckSetting;
  mayChange: boolean;
  onChange: (setting: CheckSetting) => void;
}

export function RuleRow({ rule: { code, usual }, setting, mayChange, onChange }: Props) {
  const t = useText(checksText);
  const { names } = useText(rulesText);
  const settings = offered(usual, setting);
  return (
    <SettingRow
      name={names[code]}
      about={t.about[code]}
      warning={setting === 'off' && concernsPayee(code) ? t.payeeOff : undefined}
      usual={usual === 'off' ? <Text size="sm">{t.settings.off}</Text> : <Severity severity={usual} />}
    >
      <SegmentedControl<CheckSetting>
        size="xs"
        aria-label={t.choiceOf(names[code])}
        value={setting}
        disabled={!mayChange}
        onChange={onChange}
        data={settings.map((value) => ({ value, label: t.settings[value] }))}
      />
    </SettingRow>
  );
}

/** A check that is off by default can be switched on; one that holds by default needs no setting for a hold. */
function offered(usual: CheckRule['usual'], setting: CheckSetting): CheckSetting[] {
  if (usual === 'off') return ['usual', 'warning', 'hold'];
  return usual === 'hold' && setting !== 'hold' ? ['usual', 'off'] : ['usual', 'off', 'hold'];
}
