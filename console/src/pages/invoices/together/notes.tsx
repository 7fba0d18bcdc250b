import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { isOutage } from '../../../api.ts';
import { useAllowed } from '../../../company.ts';
import { connection } from '../../../connection.ts';
import { useFormat } from '../../../format.ts';
import { dropNote, keepNote, newId, sendNote, useWaitingNotes, type WaitingNote } from '../../../live/waiting-notes.ts';
import { useSession } from '../../../session.ts';
import { ActionButton } from '../../../shared/page/action-button.tsx';
import { Failure } from '../../../shared/page/failure.tsx';
import { Said, useWords } from '../../../shared/page/said.tsx';
import { Panel } from '../../../shared/record/panel.tsx';
import { Unsaved } from '../../../shared/form/unsaved.tsx';
import { useChange } from '../../../shared/form/use-change.ts';
import { common } from '../../../text/common.ts';
import { togetherText } from './text.ts';
import { useText } from '../../../text.ts';
import { MentionInput } from './mention-input.tsx';
import { mentionedIn, partsOf, type Person } from './mentions.ts';
import styles from './notes.module.css';

const shownAtFirst = 20;

export const notesId = 'notes';

export function Notes({ invoice: { id, notes }, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(togetherText);
  const mayEdit = useAllowed('edit');
  const [all, setAll] = useState(false);
  const shown = all ? notes : notes.slice(-shownAtFirst);
  const hidden = notes.length - shown.length;
  const waiting = useWaitingNotes().filter(({ invoiceId }) => invoiceId === id);
  return (
    <Panel title={t.notes} dense>
      <Stack id={notesId} gap="sm">
        {notes.length + waiting.length === 0 && (
          <Text size="sm" c="dimmed">
            {t.noNotes}
          </Text>
        )}
        {hidden > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
            {t.earlier(hidden)}
          </Button>
        )}
        {shown.length + waiting.length > 0 && (
          <ol className={styles.list}>
            {shown.map((note) => (
              <Note key={note.id} note={note} />
            ))}
            {waiting.map((note) => (
              <Waiting key={note.id} note={note} />
            ))}
          </ol>
        )}
        {mayEdit.allowed ? (
          <NewNote key={id} invoiceId={id} path={path} />
        ) : (
          <Group>
            <ActionButton action={mayEdit} size="compact-sm" onClick={() => undefined}>
              {t.write}
            </ActionButton>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}

function Note({ note: { at, by, text, mentions } }: { note: Invoice['notes'][number] }) {
  const format = useFormat();
  const me = useSession().id;
  return (
    <li className={styles.note}>
      <Text size="sm">
        <strong>{by.name}</strong>{' '}
        <Text span size="xs" c="dimmed">
          <time dateTime={at}>{format.dateTime(at)}</time>
        </Text>
      </Text>
      <p className={styles.text}>
        {partsOf(text, mentions).map(({ text: words, person }, index) =>
          person === undefined ? (
            words
          ) : (
            // The parts of a stored note never change, so the index is a safe key.
            <mark key={index} className={`${styles.mention} ${person.id === me ? styles.me : ''}`}>
              {words}
            </mark>
          ),
        )}
      </p>
    </li>
  );
}

function Waiting({ note }: { note: WaitingNote }) {
  const t = useText(togetherText);
  const c = useText(common);
  const words = useWords();
  const { id, text, refusal } = note;
  return (
    <li className={styles.note}>
      <Text size="sm" c={refusal === undefined ? 'dimmed' : 'red'} role="status">
        {refusal === undefined ? (
          t.waits
        ) : (
          <>
            {c.failed.saved} <Said words={words.refusal(refusal)} english={refusal.message ?? ''} />
          </>
        )}
      </Text>
      <p className={styles.text}>{text}</p>
      <Group gap="xs">
        {refusal !== undefined && (
          <Button size="compact-sm" variant="default" onClick={() => keepNote({ ...note, refusal: undefined })}>
            {c.retry}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => dropNote(id)}>
          {c.remove}
        </Button>
      </Group>
    </li>
  );
}

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

function NewNote({ invoiceId, path }: { invoiceId: string; path: InvoicePath }) {
  const t = useText(togetherText);
  const client = useQueryClient();
  const { companyId } = route.useParams();
  const operator = useSession().id;
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly Person[]>([]);
  const write = useChange(
    async () => {
      const mentions = mentionedIn(text, chosen).map(({ id }) => id);
      const note = { operator, companyId, invoiceId, id: newId(), text: text.trim(), mentions };
      if (connection() === 'lost' && keepNote(note)) return undefined;
      try {
        return await sendNote(note);
      } catch (error) {
        if (isOutage(error) && keepNote(note)) return undefined;
        throw error;
      }
    },
    {
      done: (answer) => {
        if (answer !== undefined) client.setQueryData(['record', path], answer);
        setText('');
        setChosen([]);
      },
    },
  );
  const submit = () => {
    if (text.trim() !== '' && !write.isPending) write.mutate(undefined);
  };
  return (
    <Stack gap="xs">
      <MentionInput
        text={text}
        chosen={chosen}
        onChange={(typed, people) => {
          setText(typed);
          setChosen(people);
        }}
        onSubmit={submit}
      />
      {write.error !== null && <Failure error={write.error} />}
      <Group justify="flex-end">
        <Button size="compact-sm" loading={write.isPending} disabled={text.trim() === ''} onClick={submit}>
          {t.write}
        </Button>
      </Group>
      <Unsaved changed={text.trim() !== ''} />
    </Stack>
  );
}
