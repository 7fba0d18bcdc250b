import { Alert, Code, FileInput, Group, Paper, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { ApiFailure, type RecordWithEtag } from '../../api.ts';
import type { ImportPreview as Preview } from '../../api/types.ts';
import {
  encodingNames,
  exampleCsv,
  importFormatOf,
  importTypes,
  maxImportMebibytes,
  type Encoding,
  type Import,
  type ImportFormat,
} from '../../../../common/imports/imports.ts';
import { useAllowed } from '../../company.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { Page } from '../../shared/page/page.tsx';
import { Unsaved } from '../../shared/form/unsaved.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { importsText } from './text.ts';
import { useText } from '../../text.ts';
import { ImportMistakes, mistakesOf } from './import-mistakes.tsx';
import { ImportPreview } from './import-preview.tsx';

/** For display only: the service detects the encoding of the bytes. */
function readable(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

interface ImportOutcome {
  created: number;
  updated: number;
  unchanged: number;
  /** Records with a change that waits for a second person. */
  proposed?: number;
  encoding: Encoding;
}

interface Props<Outcome extends ImportOutcome> {
  title: string;
  intro: string;
  declaration: Import;
  preview: (type: (typeof importTypes)[ImportFormat], content: Blob | string) => Promise<RecordWithEtag<Preview>>;
  /** The service refuses the import if it would do something else than the preview with this tag. */
  send: (type: (typeof importTypes)[ImportFormat], content: Blob | string, etag: string) => Promise<Outcome>;
  toList: ReactNode;
  after?: (outcome: Outcome) => ReactNode;
}

/** Takes a file or a text, and shows what it would change before it is imported. A file is sent byte for byte, because the service detects its encoding. */
export function ImportPage<Outcome extends ImportOutcome>({
  title,
  intro,
  declaration,
  preview,
  send,
  toList,
  after,
}: Props<Outcome>) {
  const t = useText(importsText);
  const mayEdit = useAllowed('edit');
  const [file, setFile] = useState<File | null>(null);
  const [text, setText] = useState('');
  const [format, setFormat] = useState<ImportFormat>('csv');
  const [wrong, setWrong] = useState<string>();
  const previewing = useChange(() => preview(importTypes[format], file ?? text));
  const sending = useChange((etag: string) => send(importTypes[format], file ?? text, etag), {
    done: () => previewing.reset(),
  });
  const begin = () => {
    setWrong(undefined);
    previewing.reset();
    sending.reset();
  };
  const show = (given: string) => {
    begin();
    setText(given);
    setFormat(importFormatOf(given));
  };
  // An edited text is no longer the chosen file.
  const write = (given: string) => {
    setFile(null);
    show(given);
  };
  const take = async (given: File | null) => {
    show(given === null ? '' : readable(await given.arrayBuffer()));
    setFile(given);
  };
  const start = () => {
    if (text.trim() === '') setWrong(t.nothing);
    else if ((file?.size ?? 0) > maxImportMebibytes * 1024 * 1024) setWrong(t.large);
    else {
      begin();
      previewing.mutate(undefined);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mayEdit.allowed) start();
  };
  const error = sending.error ?? previewing.error;
  const mistakes = error instanceof ApiFailure ? mistakesOf(error.body) : undefined;
  return (
    <Page title={title} intro={intro}>
      <Unsaved changed={text.trim() !== '' && sending.data === undefined && !sending.isPending} />
      {sending.data !== undefined && <Outcome imported={sending.data} toList={toList} />}
      {sending.data !== undefined && after?.(sending.data)}
      {mistakes !== undefined && <ImportMistakes mistakes={mistakes} />}
      {error !== null && mistakes === undefined && <Failure error={error} tried="imported" />}
      {previewing.data !== undefined && (
        <ImportPreview
          declaration={declaration}
          preview={previewing.data.record}
          isImporting={sending.isPending}
          onImport={() => sending.mutate(previewing.data.etag)}
          onCancel={begin}
        />
      )}
      <Paper withBorder p="lg" bg="var(--door-surface)">
        <form onSubmit={submit}>
          <Stack>
            <FileInput
              label={t.file}
              description={t.fileHint}
              accept={['.csv', '.json', '.txt', ...Object.values(importTypes)].join(',')}
              placeholder={t.file}
              clearable
              clearButtonProps={{ 'aria-label': t.clear }}
              value={file}
              onChange={(given) => void take(given)}
            />
            <Textarea
              label={t.paste}
              autosize
              minRows={8}
              maxRows={24}
              spellCheck={false}
              value={text}
              error={wrong}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
              onChange={(event) => write(event.currentTarget.value)}
            />
            <Group justify="space-between" align="flex-end">
              <SegmentedControl
                aria-label={t.format}
                value={format}
                onChange={(value) => {
                  begin();
                  setFormat(value);
                }}
                data={[
                  { value: 'csv', label: 'CSV' },
                  { value: 'json', label: 'JSON' },
                ]}
              />
              <ActionButton action={mayEdit} loading={previewing.isPending} onClick={start}>
                {t.look}
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
          {exampleCsv(declaration, ';')}
        </Code>
      </div>
    </Page>
  );
}

function Outcome({ imported, toList }: { imported: ImportOutcome; toList: ReactNode }) {
  const t = useText(importsText);
  const { created, updated, unchanged, proposed = 0, encoding } = imported;
  return (
    <Alert
      color="teal"
      variant="outline"
      icon={<Icon name="check" />}
      title={t.imported}
      role="status"
      bg="var(--door-surface)"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {t.outcome(created, updated, unchanged)} {proposed > 0 && t.proposed(proposed)}{' '}
          {t.readAs(encodingNames[encoding])}
        </Text>
        {toList}
      </Stack>
    </Alert>
  );
}
