import { SegmentedControl, Text } from '@mantine/core';
import type { CheckRule, CheckSetting } from '../../api/types.ts';
import { Severity } from '../../shared/record/severity.tsx';
import { checksText } from './text.ts';
import { rulesText } from '../../text/rules.ts';
import { useText } from '../../text.ts';
import styles from './checks.module.css';

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
    <div className={styles.rule}>
      <div className={styles.about}>
        <Text size="sm" fw={600}>
          {names[code]}
        </Text>
        <Text size="sm" c="dimmed">
          {t.about[code]}
        </Text>
        {setting === 'off' && code.startsWith('payee.') && (
          <Text size="sm" mt={4} role="alert">
            <Severity severity="warning" /> {t.payeeOff}
          </Text>
        )}
      </div>
      <div className={styles.usual}>
        <Text size="xs" c="dimmed">
          {t.usual}
        </Text>
        {usual === 'off' ? <Text size="sm">{t.settings.off}</Text> : <Severity severity={usual} />}
      </div>
      <SegmentedControl<CheckSetting>
        size="xs"
        aria-label={t.choiceOf(names[code])}
        value={setting}
        disabled={!mayChange}
        onChange={onChange}
        data={settings.map((value) => ({ value, label: t.settings[value] }))}
      />
    </div>
  );
}

/** A check that is off by default can be switched on; one that holds by default needs no setting for a hold. */
function offered(usual: CheckRule['usual'], setting: CheckSetting): CheckSetting[] {
  if (usual === 'off') return ['usual', 'warning', 'hold'];
  return usual === 'hold' && setting !== 'hold' ? ['usual', 'off'] : ['usual', 'off', 'hold'];
}
