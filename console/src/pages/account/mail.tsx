import { Alert, Button, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailChoices } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompany } from '../../company.ts';
import { usePreferences } from '../../preferences.tsx';
import { useSession } from '../../session.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { Said, useWords } from '../../shared/page/said.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { Form, useRecordForm } from '../../shared/form/form.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { common } from '../../text/common.ts';
import { mailText } from './mail-text.ts';
import { useText } from '../../text.ts';

export function Mail() {
  const t = useText(mailText);
  const { companies } = useSession();
  const [chosen, setChosen] = useState(useCompany()?.id);
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

const shares = [5, 10, 20, 30, 50];

interface ChoicesProps {
  choices: MailChoices;
  path: `/session/companies/${string}/mail`;
}

function Choices({ choices: { setUp, failuresPercent, ...choices }, path }: ChoicesProps) {
  const t = useText(mailText);
  const c = useText(common);
  const { language, set } = usePreferences();
  const client = useQueryClient();
  const form = useRecordForm({
    initialValues: { ...choices, failuresPercent: failuresPercent === null ? '' : String(failuresPercent) },
  });
  const save = useChange(
    ({ failuresPercent: percent, ...values }: typeof form.values) =>
      change('PUT', path, { ...values, failuresPercent: percent === '' ? null : Number(percent) }),
    {
      message: t.saved,
      done: (answer) => {
        form.resetDirty();
        client.setQueryData(['record', path], answer);
        // Mails are written in this language, even if the browser guessed it until now.
        set({ language });
      },
    },
  );
  const offered = [...new Set([...shares, ...(failuresPercent === null ? [] : [failuresPercent])])];
  return (
    <Form
      form={form}
      change={save}
      submit={c.save}
      edits
      asksBeforeLeaving
      allowed={{ allowed: setUp }}
      aside={setUp && <TestMail path={`${path}/test`} />}
    >
      {!setUp && (
        <Alert role="note" color="gray" variant="outline" icon={<Icon name="info" />} title={t.notSetUp}>
          <Text size="sm">{t.notSetUpNext}</Text>
        </Alert>
      )}
      {(['waiting', 'digest', 'held', 'proposed', 'endpointOff'] as const).map((name) => (
        <Switch
          key={name}
          label={t[name]}
          description={t.hints[name]}
          {...form.getInputProps(name, { type: 'checkbox' })}
        />
      ))}
      <NativeSelect
        label={t.failures}
        description={t.hints.failures}
        data={[
          { value: '', label: t.notAtAll },
          ...offered.toSorted((a, b) => a - b).map((share) => ({ value: String(share), label: t.above(share) })),
        ]}
        {...form.getInputProps('failuresPercent')}
      />
    </Form>
  );
}

function TestMail({ path }: { path: `/session/companies/${string}/mail/test` }) {
  const t = useText(mailText);
  const words = useWords();
  const { email } = useSession();
  const send = useMutation({ mutationFn: () => change('POST', path) });
  const { data } = send;
  return (
    <>
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
        {t.test}
      </Button>
      {send.error !== null && <Failure error={send.error} tried="done" />}
      {data !== undefined && !send.isPending && (
        <Alert
          w="100%"
          color={data.sent ? 'teal' : 'red'}
          variant="outline"
          icon={<Icon name={data.sent ? 'check' : 'warning'} />}
          title={data.sent ? t.tested : t.notTested}
          role="status"
        >
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {data.notSent === undefined ? (
              t.testedAbout(email)
            ) : (
              <Said words={words.notice(data.notSent)} english={data.notSent.message} />
            )}
          </Text>
        </Alert>
      )}
    </>
  );
}
