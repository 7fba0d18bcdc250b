import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { change } from '../../../api.ts';
import { endOfDay } from '../../../days.ts';
import { shortcutHint } from '../../../decisions/undo.tsx';
import type { Decide } from '../../../decisions/use-decide.ts';
import { usePreferences } from '../../../preferences.tsx';
import { useSettings } from '../../../settings.ts';
import { DayInput } from '../../../shared/form/day-input.tsx';
import { PresetTextarea } from '../../../shared/form/preset-textarea.tsx';
import { FormModal } from '../../../shared/form/form-modal.tsx';
import { Form } from '../../../shared/form/form.tsx';
import { useChange } from '../../../shared/form/use-change.ts';
import { ActionButton } from '../../../shared/page/action-button.tsx';
import { Icon } from '../../../shared/page/icon.tsx';
import { common } from '../../../text/common.ts';
import { useText } from '../../../text.ts';
import { noteAsked } from '../../../decisions/queue.ts';
import type { Navigation } from '../../../decisions/use-navigation.ts';
import { numberOf } from '../known-fields.ts';
import { questionsText } from './text.ts';

interface Props {
  invoice: Invoice;
  path: InvoicePath;
  navigation: Navigation;
  decide: Decide<Invoice>;
}

/** Asks the partner; then the reader goes on with the next invoice, as after a decision. */
export function AskPartner(props: Props) {
  const t = useText(questionsText);
  const { decide } = props;
  const { ask } = props.invoice.actions;
  return (
    <>
      <ActionButton
        action={ask}
        variant="default"
        data-waiting={!decide.isSeen || undefined}
        leftSection={<Icon name="question" size={15} />}
        {...shortcutHint('Q')}
        onClick={() => decide.ask('ask')}
      >
        {t.ask}
      </ActionButton>
      <FormModal opened={decide.asking === 'ask'} onClose={() => decide.ask(undefined)} title={t.ask}>
        <QuestionForm {...props} />
      </FormModal>
    </>
  );
}

function QuestionForm({ invoice: { partner, sentToPartner }, path, navigation, decide }: Props) {
  const t = useText(questionsText);
  const c = useText(common);
  const client = useQueryClient();
  const { timeZone } = usePreferences();
  const presets = useSettings()?.presetReasons.ask;
  const form = useForm({
    initialValues: { text: '', due: '' },
    validate: { text: (text) => text.trim() === '' && c.required },
  });
  const send = useChange(
    ({ text, due }: typeof form.values) =>
      change('POST', `${path}/questions`, {
        text: text.trim(),
        ...(due !== '' && { dueAt: endOfDay(due, timeZone) }),
      }),
    {
      done: (record) => {
        decide.ask(undefined);
        client.setQueryData(['record', path], record);
        noteAsked(client, record.id);
        notifications.show({ message: t.sent(numberOf(record.document)), color: 'teal' });
        void navigation.toNext();
      },
    },
  );
  return (
    <Form form={form} change={send} submit={t.send} onCancel={() => decide.ask(undefined)} places={{ dueAt: 'due' }}>
      <Text size="sm">{t.about(partner, sentToPartner.includes('supplierinvoice.questioned'))}</Text>
      <PresetTextarea
        presets={presets}
        label={t.question}
        withAsterisk
        required
        autosize
        minRows={3}
        maxLength={2000}
        data-autofocus
        {...form.getInputProps('text')}
      />
      <DayInput label={t.due} description={t.dueHint} {...form.getInputProps('due')} />
    </Form>
  );
}
