import { Checkbox, Text, type ButtonProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import type { Action } from '../../api/types.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { ActionButton } from '../page/action-button.tsx';
import { FormModal } from './form-modal.tsx';
import { Form, type FormChange } from './form.tsx';
import { PresetTextarea } from './preset-textarea.tsx';
import { useChange } from './use-change.ts';

interface ReasonValues {
  reason: string;
  isChecked: boolean;
}

export interface ReasonCheckbox {
  label: string;
  description: string;
  details?: ReactNode;
}

interface Question {
  title: string;
  about: string;
  label: string;
  required: boolean;
  confirm: string;
  color?: string | undefined;
  /** The initial text of the field. */
  reason?: string | undefined;
  presets?: readonly string[] | undefined;
  above?: ReactNode;
  checkbox?: ReasonCheckbox | undefined;
}

interface Props extends Question {
  opened: boolean;
  onClose: () => void;
  change: FormChange<ReasonValues>;
}

export function ReasonModal(props: Props) {
  return (
    <FormModal opened={props.opened} onClose={props.onClose} title={props.title}>
      <ReasonForm {...props} />
    </FormModal>
  );
}

function ReasonForm({ onClose, about, label, required, confirm, color, change, reason = '', ...props }: Props) {
  const { above, checkbox, presets } = props;
  const t = useText(common);
  const form = useForm<ReasonValues>({
    initialValues: { reason, isChecked: false },
    validate: { reason: (reason) => required && reason.trim() === '' && t.required },
    transformValues: (values) => ({ ...values, reason: values.reason.trim() }),
  });
  return (
    <Form form={form} change={change} submit={confirm} button={{ color }} onCancel={onClose} tried="decided">
      <Text size="sm">{about}</Text>
      {above}
      <PresetTextarea
        presets={presets}
        label={label}
        withAsterisk={required}
        required={required}
        autosize
        minRows={3}
        maxLength={1000}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      {checkbox !== undefined && (
        <div>
          <Checkbox
            label={checkbox.label}
            description={checkbox.description}
            {...form.getInputProps('isChecked', { type: 'checkbox' })}
          />
          {checkbox.details}
        </div>
      )}
    </Form>
  );
}

export interface ReasonButtonProps<Answer> extends Partial<Question> {
  action: Action;
  /** Text of the button, and the default title of the dialog. */
  words: string;
  about: string;
  send: (reason: string, isChecked: boolean) => Promise<Answer>;
  /** Shown to the reader once it is done. */
  message?: string;
  done?: (answer: Answer) => unknown;
  button?: Omit<ButtonProps, 'disabled'> & { 'aria-label'?: string };
}

export function ReasonButton<Answer>(props: ReasonButtonProps<Answer>) {
  const { action, words, send, message, done, button, required = true, ...question } = props;
  const t = useText(common);
  // The dialog sends what its button meant when it was pressed, even if the page changes behind it.
  const [asked, setAsked] = useState<{ send: typeof send }>();
  const close = () => setAsked(undefined);
  const change = useChange(({ reason, isChecked }: ReasonValues) => (asked?.send ?? send)(reason, isChecked), {
    message,
    done: (answer) => {
      close();
      done?.(answer);
    },
  });
  return (
    <>
      <ActionButton variant="default" {...button} action={action} onClick={() => setAsked({ send })}>
        {words}
      </ActionButton>
      <ReasonModal
        title={words}
        label={required ? t.reason : t.comment}
        confirm={words}
        {...question}
        required={required}
        opened={asked !== undefined}
        onClose={close}
        change={change}
      />
    </>
  );
}
