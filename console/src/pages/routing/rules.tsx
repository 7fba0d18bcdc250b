import { ActionIcon, Box, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Routing } from '../../api/types.ts';
import { ApiFailure, change } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { useChoiceNames } from '../../shared/form/picker.tsx';
import { Unsaved } from '../../shared/form/unsaved.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { useWords } from '../../shared/page/said.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { Severity } from '../../shared/record/severity.tsx';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { RuleModal, type RuleDraft } from './rule-modal.tsx';
import { useRuleWords } from './rule-words.ts';
import { routingText } from './text.ts';
import { Trial } from './trial.tsx';

type Path = `/companies/${string}/routing`;

interface Drafted {
  rules: readonly RuleDraft[];
  remindAfterDays: number | null;
  escalateAfterDays: number | null;
}

/** A program may have chosen another one. */
const dayChoices = (present: number | null) => [...new Set([null, 1, 2, 3, 5, 7, 14, 30, present])];

/** Rules are saved all at once, because their order matters. */
export function Rules({ routing, path }: { routing: Routing; path: Path }) {
  const t = useText(routingText);
  const c = useText(common);
  const client = useQueryClient();
  const administer = useAllowed('administer');
  const { version, people, warnings, ...stored } = routing;
  const [draft, setDraft] = useState<Drafted>(stored);
  const [editing, setEditing] = useState<{ at: number; opened: boolean }>({ at: 0, opened: false });
  const { rules } = draft;
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored);
  const save = useChange(() => change('PUT', path, { version, ...draft, rules: [...rules] }), {
    message: t.saved,
    done: (answer) => client.setQueryData(['record', path], answer),
  });
  const attempt = useChange((tried: readonly RuleDraft[]) => change('POST', `${path}/try`, { rules: [...tried] }));
  const setRules = (next: readonly RuleDraft[]) => setDraft({ ...draft, rules: next });
  const move = (from: number, to: number) =>
    setRules(rules.toSpliced(from, 1).toSpliced(to, 0, rules[from] as RuleDraft));
  const take = (rule: RuleDraft) => setRules(rules.toSpliced(editing.at, 1, rule));
  const isCurrent = attempt.variables === rules;
  return (
    <Panel title={t.rules}>
      <Stack>
        <Text size="sm" c="dimmed">
          {rules.length === 0 ? t.noRules : t.rulesAbout}
        </Text>
        <RuleList
          {...{ rules, people, move }}
          warnings={isChanged ? [] : warnings}
          counts={isCurrent ? attempt.data?.rules : undefined}
          mayChange={administer.allowed}
          onEdit={(at) => setEditing({ at, opened: true })}
          onRemove={(at) => setRules(rules.toSpliced(at, 1))}
        />
        {administer.allowed && (
          <div>
            <Button
              variant="default"
              leftSection={<Icon name="plus" size={15} />}
              onClick={() => setEditing({ at: rules.length, opened: true })}
            >
              {t.add}
            </Button>
          </div>
        )}
        <Group align="flex-start">
          {(['remindAfterDays', 'escalateAfterDays'] as const).map((name) => (
            <NativeSelect
              key={name}
              label={t[name]}
              description={t.mailHints[name]}
              w={{ base: '100%', xs: 300 }}
              disabled={!administer.allowed}
              data={dayChoices(draft[name]).map((days) => ({
                value: String(days ?? ''),
                label: days === null ? t.never : t.afterDays(days),
              }))}
              value={String(draft[name] ?? '')}
              onChange={({ currentTarget: { value } }) =>
                setDraft({ ...draft, [name]: value === '' ? null : Number(value) })
              }
            />
          ))}
        </Group>
        {attempt.error !== null && <Failure error={attempt.error} tried="done" />}
        {isCurrent && attempt.data !== undefined && <Trial trial={attempt.data} />}
        {save.error !== null && (
          <Failure
            error={save.error}
            {...(save.error instanceof ApiFailure &&
              save.error.status === 409 && {
                retry: () => void client.invalidateQueries({ queryKey: ['record', path] }),
              })}
          />
        )}
        <Group gap="sm">
          <ActionButton
            action={administer.allowed && !isChanged ? { allowed: false, why: t.nothingChanged } : administer}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {c.save}
          </ActionButton>
          <ActionButton
            variant="default"
            action={administer}
            loading={attempt.isPending}
            onClick={() => attempt.mutate(rules)}
          >
            {t.try}
          </ActionButton>
          {isChanged && (
            <>
              <Button variant="default" onClick={() => setDraft(stored)}>
                {t.undo}
              </Button>
              <Text size="sm" role="status">
                {t.unsaved}
              </Text>
            </>
          )}
        </Group>
      </Stack>
      <RuleModal
        opened={editing.opened}
        onClose={() => setEditing({ ...editing, opened: false })}
        rule={rules[editing.at]}
        people={people}
        onTake={take}
      />
      <Unsaved changed={isChanged && !save.isPending} />
    </Panel>
  );
}

interface ListProps {
  rules: readonly RuleDraft[];
  people: Routing['people'];
  warnings: Routing['warnings'];
  /** How many invoices of the trial each rule fits. */
  counts: readonly number[] | undefined;
  mayChange: boolean;
  move: (from: number, to: number) => void;
  onEdit: (at: number) => void;
  onRemove: (at: number) => void;
}

function RuleList({ rules, people, warnings, counts, mayChange, move, onEdit, onRemove }: ListProps) {
  const t = useText(routingText);
  const words = useWords();
  const partnerName = useChoiceNames('partner', [...new Set(rules.flatMap(({ when }) => when.partners ?? []))]);
  const rule = useRuleWords(people, partnerName);
  return (
    <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {rules.map((one, at) => (
        // A rule that is not saved has no other key.
        <Group key={one.id ?? `new ${at}`} component="li" justify="space-between" align="flex-start" gap="xs">
          <Box flex="1 1 260px" miw={0} style={{ overflowWrap: 'anywhere' }}>
            <Text size="sm" fw={600}>
              {at + 1}. {one.name}{' '}
              {counts?.[at] !== undefined && (
                <Text span size="sm" c="dimmed">
                  {t.fits(counts[at])}
                </Text>
              )}
            </Text>
            <Text size="sm">
              {rule.when(one)} → {rule.who(one)}
            </Text>
            {warnings
              .filter(({ path }) => path.startsWith(`rules[${at}]`))
              .map((warning) => (
                <Severity key={warning.path} severity="warning">
                  {words.notice(warning) ?? warning.message}
                </Severity>
              ))}
          </Box>
          {mayChange && (
            <Group gap={4} wrap="nowrap">
              {(
                [
                  ['up', t.up(one.name), () => move(at, at - 1), at > 0],
                  ['down', t.down(one.name), () => move(at, at + 1), at < rules.length - 1],
                  ['settings', t.edit(one.name), () => onEdit(at), true],
                  ['cross', t.remove(one.name), () => onRemove(at), true],
                ] as const
              ).map(([icon, label, act, isPossible]) => (
                <ActionIcon
                  key={icon}
                  variant="default"
                  size={32}
                  aria-label={label}
                  title={label}
                  disabled={!isPossible}
                  onClick={act}
                >
                  <Icon name={icon} size={16} />
                </ActionIcon>
              ))}
            </Group>
          )}
        </Group>
      ))}
    </Stack>
  );
}
