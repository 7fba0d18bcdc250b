import { Code, FileInput, Group, Paper, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { ApiFailure, upload } from '../../api.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { ActionButton } from '../../shared/action-button.tsx';
import { Failure } from '../../shared/failure.tsx';
import { Page } from '../../shared/page.tsx';
import { useChange } from '../../shared/use-change.ts';
import { projectsText } from '../../text/projects.ts';
import { useText } from '../../text.ts';
import { ImportMistakes, mistakesOf } from './import-mistakes.tsx';
import { ImportOutcome } from './import-outcome.tsx';

const example =
  'number;name;proposalIds;facilities\nP1;Kvarteret Eken;P-2026-014|P-2026-020;1=Main building\nP2;Hamnen;P-2026-015;1=Quay';

/** JSON begins with a bracket; everything else is taken for CSV, until the reader says otherwise. */
const looksLike = (text: string): 'csv' | 'json' => (/^\s*[[{]/.test(text) ? 'json' : 'csv');

export function ImportProjects() {
  const t = useText(projectsText);
  const path = useCompanyPath();
  const mayEdit = useAllowed('edit');
  const [text, setText] = useState('');
  const [format, setFormat] = useState<'csv' | 'json'>('csv');
  const [nothing, setNothing] = useState(false);
  const send = useChange(() =>
    upload(path('/projects/import'), format === 'csv' ? 'text/csv' : 'application/json', text),
  );
  const take = (given: string) => {
    setText(given);
    setFormat(looksLike(given));
    setNothing(false);
    send.reset();
  };
  const start = () => (text.trim() === '' ? setNothing(true) : send.mutate(undefined));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mayEdit.allowed) start();
  };
  const mistakes = send.error instanceof ApiFailure ? mistakesOf(send.error.body) : undefined;
  return (
    <Page title={t.importTitle} intro={t.importIntro}>
      {send.data !== undefined && <ImportOutcome imported={send.data} />}
      {mistakes !== undefined && <ImportMistakes mistakes={mistakes} />}
      {send.error !== null && mistakes === undefined && <Failure error={send.error} tried="imported" />}
      <Paper withBorder p="lg" bg="var(--door-surface)">
        <form onSubmit={submit}>
          <Stack>
            <FileInput
              label={t.file}
              description={t.fileHint}
              accept=".csv,.json,text/csv,application/json"
              placeholder={t.file}
              onChange={(file) => void file?.text().then(take)}
            />
            <Textarea
              label={t.paste}
              autosize
              minRows={8}
              maxRows={24}
              spellCheck={false}
              value={text}
              error={nothing ? t.nothing : undefined}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
              onChange={(event) => take(event.currentTarget.value)}
            />
            <Group justify="space-between" align="flex-end">
              <SegmentedControl
                aria-label={t.format}
                value={format}
                onChange={(value) => setFormat(value)}
                data={[
                  { value: 'csv', label: 'CSV' },
                  { value: 'json', label: 'JSON' },
                ]}
              />
              <ActionButton action={mayEdit} loading={send.isPending} onClick={start}>
                {t.start}
              </ActionButton>
            </Group>
          </Stack>
        </form>
      </Paper>
      <div>
        <Text size="sm" c="dimmed" mb={4}>
          {t.example}
        </Text>
        <Code block tabIndex={0}>
          {example}
        </Code>
      </div>
    </Page>
  );
}
