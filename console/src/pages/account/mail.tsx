import { Alert, Button, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailChoices } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompany } from '../../company.ts';
import { usePreferences } from '../../preferences.tsx';
import { useSession } from '../../session.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { Unsaved } from '../../shared/form/unsaved.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { common } from '../../text/common.ts';
import { mailText } from '../../text/mail.ts';
import { useText } from '../../text.ts';
import { TestMail } from './test-mail.tsx';

/** What the operator is told of by e-mail, in one company at a time. */
export function Mail() {
  const t = useText(mailText);
  const { companies } = useSession();
  const looked = useCompany();
  const [chosen, setChosen] = useState(looked?.id);
  if (chosen === undefined) return null;
  const path = `/session/companies/${encodeURIComponent(chosen)}/mail` as const;
  return (
    <Panel title={t.title}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t.about}
        </Text>
        {companies.length > 1 && (
          <NativeSelect
            label={t.company}
            value={chosen}
            data={companies.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        <RecordOf key={path} path={path} refresh={false}>
          {(choices) => <Choices choices={choices} path={path} />}
        </RecordOf>
      </Stack>
    </Panel>
  );
}

type Path = `/session/companies/${string}/mail`;
type Form = Omit<MailChoices, 'setUp'>;

const shares = [5, 10, 20, 30, 50];

function Choices({ choices: { setUp, ...kept }, path }: { choices: MailChoices; path: Path }) {
  const t = useText(mailText);
  const c = useText(common);
  const { language, set } = usePreferences();
  const client = useQueryClient();
  const [changed, setChanged] = useState<Partial<Form>>({});
  const form: Form = { ...kept, ...changed };
  const isChanged = JSON.stringify(form) !== JSON.stringify(kept);
  const save = useChange((chosen: Form) => change('PUT', path, chosen), {
    message: t.saved,
    done: (answer) => {
      client.setQueryData(['record', path], answer);
      setChanged({});
      // Mails are written in the language in which they were asked for, also where that was the browser's guess.
      set({ language });
    },
  });
  const toggle = (name: 'held' | 'endpointOff' | 'digest') => (
    <Switch
      label={t[name]}
      description={t.hints[name]}
      checked={form[name]}
      disabled={!setUp}
      onChange={(event) => setChanged({ ...changed, [name]: event.currentTarget.checked })}
    />
  );
  const percent = form.failuresPercent;
  const offered =
    percent === null || shares.includes(percent) ? shares : [...shares, percent].toSorted((a, b) => a - b);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(form);
      }}
    >
      <Stack>
        {!setUp && (
          <Alert role="note" color="gray" variant="outline" icon={<Icon name="info" />} title={t.notSetUp}>
            <Text size="sm">{t.notSetUpNext}</Text>
          </Alert>
        )}
        {toggle('digest')}
        {toggle('held')}
        {toggle('endpointOff')}
        <NativeSelect
          label={t.failures}
          description={t.hints.failures}
          value={percent === null ? '' : String(percent)}
          data={[
            { value: '', label: t.notAtAll },
            ...offered.map((share) => ({ value: String(share), label: t.above(share) })),
          ]}
          disabled={!setUp}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setChanged({ ...changed, failuresPercent: value === '' ? null : Number(value) });
          }}
        />
        {save.error !== null && <Failure error={save.error} />}
        <Group gap="sm">
          <Button type="submit" loading={save.isPending} disabled={!setUp}>
            {c.save}
          </Button>
          {setUp && <TestMail path={`${path}/test`} />}
        </Group>
      </Stack>
      <Unsaved changed={isChanged} />
    </form>
  );
}
