import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useState, type ReactNode } from 'react';
import type { CheckLimit, CheckSettings, CheckSettingsPatch } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { families, familyOf } from '../../shared/list/finding-options.ts';
import { Page } from '../../shared/page/page.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { Unsaved } from '../../shared/form/unsaved.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { checksText } from './text.ts';
import { common } from '../../text/common.ts';
import { rulesText } from '../../text/rules.ts';
import { named, useText } from '../../text.ts';
import styles from './checks.module.css';
import { LimitRow } from './limit-row.tsx';
import { isValid } from './limit.ts';
import { RuleRow } from './rule-row.tsx';
import { WaitingChecks } from './waiting-checks.tsx';

type RuleSettings = NonNullable<CheckSettingsPatch['rules']>;
type TypedLimits = Partial<Record<CheckLimit['limit'], string>>;

export function Checks() {
  const t = useText(checksText);
  const path = useCompanyPath()('/checks');
  return (
    <Page title={t.title} intro={t.intro}>
      <RecordOf path={path} refresh={false}>
        {(settings) => <ChecksForm settings={settings} path={path} />}
      </RecordOf>
    </Page>
  );
}

function ChecksForm({
  settings: { rules, limits, waiting, waitingLimits },
  path,
}: {
  settings: CheckSettings;
  path: `/companies/${string}/checks`;
}) {
  const t = useText(checksText);
  const r = useText(rulesText);
  const administer = useAllowed('administer');
  const client = useQueryClient();
  const [chosen, setChosen] = useState<RuleSettings>({});
  const [typed, setTyped] = useState<TypedLimits>({});
  const undo = () => {
    setChosen({});
    setTyped({});
  };
  const changed = rules.filter(({ code, setting }) => (chosen[code] ?? setting) !== setting);
  const changedLimits = limits.filter(({ limit, value }) => (typed[limit] ?? String(value)) !== String(value));
  const isReady = changedLimits.every((one) => isValid(one, typed[one.limit] ?? ''));
  const changes = {
    rules: Object.fromEntries(changed.map(({ code }) => [code, chosen[code]])) as RuleSettings,
    limits: Object.fromEntries(changedLimits.map(({ limit }) => [limit, Number(typed[limit])])),
  };
  const count = changed.length + changedLimits.length;
  const save = useChange((send: typeof changes) => change('PATCH', path, send), {
    done: (answer, sent) => {
      client.setQueryData(['record', path], answer);
      undo();
      const isWaiting = (code: string) =>
        answer.waiting.some(({ rule }) => rule === code) || answer.waitingLimits.some(({ limit }) => limit === code);
      const sentences = [
        ...Object.entries(sent.rules).map(([code, setting]) =>
          isWaiting(code) ? t.waits : t.savedOne(named(r.names, code), t.settings[setting]),
        ),
        ...changedLimits.map(({ limit }) =>
          isWaiting(limit) ? t.waits : t.savedOne(t.limits[limit], String(sent.limits[limit])),
        ),
      ];
      notifications.show({ message: t.saved([...new Set(sentences)].join(' ')), color: 'teal' });
    },
  });
  const limitRow = (name: CheckLimit['limit']) =>
    limits
      .filter(({ limit }) => limit === name)
      .map((limit) => (
        <LimitRow
          key={name}
          limit={limit}
          typed={typed[name] ?? String(limit.value)}
          mayChange={administer.allowed}
          onChange={(value) => setTyped({ ...typed, [name]: value })}
        />
      ));
  return (
    <Stack gap="lg">
      <WaitingChecks waiting={waiting} limits={waitingLimits} path={path} />
      {families.map((family) => (
        <Panel key={family} title={r.families[family]} padded={false}>
          {rules
            .filter(({ code }) => familyOf(code) === family)
            .map((rule) => (
              <Fragment key={rule.code}>
                <RuleRow
                  rule={rule}
                  setting={chosen[rule.code] ?? rule.setting}
                  mayChange={administer.allowed}
                  onChange={(setting) => setChosen({ ...chosen, [rule.code]: setting })}
                />
                {rule.code === 'payee.changed' && limitRow('recentDays')}
              </Fragment>
            ))}
          {family === 'sum' && limitRow('sumToleranceMinorUnits')}
        </Panel>
      ))}
      {save.error !== null && <Failure error={save.error} />}
      <SaveBar
        count={count}
        onUndo={undo}
        save={
          <ActionButton
            action={administer.allowed && count === 0 ? { allowed: false, why: t.nothingChanged } : administer}
            loading={save.isPending}
            onClick={() => isReady && save.mutate(changes)}
          >
            {useText(common).save}
          </ActionButton>
        }
      />
      <Unsaved changed={count > 0} />
    </Stack>
  );
}

/** Sticks to the bottom of the window, so that nobody forgets to save. */
function SaveBar({ count, onUndo, save }: { count: number; onUndo: () => void; save: ReactNode }) {
  const t = useText(checksText);
  return (
    <Paper withBorder p="sm" bg="var(--door-surface)" className={styles.bar}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status">
          {count === 0 ? t.nothingChanged : t.changed(count)}
        </Text>
        <Group gap="sm">
          {count > 0 && (
            <Button variant="default" onClick={onUndo}>
              {t.undo}
            </Button>
          )}
          {save}
        </Group>
      </Group>
    </Paper>
  );
}
