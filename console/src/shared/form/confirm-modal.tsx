import { Button, Modal, Stack, Text, type ButtonProps } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Action } from '../../api/types.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { ActionButton } from '../page/action-button.tsx';
import { Failure } from '../page/failure.tsx';
import { submitByKeys } from '../page/keys.ts';
import { Buttons } from './buttons.tsx';
import { useChange } from './use-change.ts';

interface Question {
  title: string;
  about: string;
  confirm: string;
  /** The text of the other button, if it is not "cancel". */
  cancel?: string;
}

interface Props extends Question {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  busy?: boolean;
  error?: unknown;
}

export function ConfirmModal({
  opened,
  onClose,
  title,
  about,
  confirm,
  cancel,
  busy = false,
  error,
  onConfirm,
}: Props) {
  const t = useText(common);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes the events of a dialog on to the form that it was opened from.
    event.stopPropagation();
    onConfirm();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t.close }}>
      <form onSubmit={submit} onKeyDown={submitByKeys}>
        <Stack>
          <Text size="sm">{about}</Text>
          {error !== null && error !== undefined && <Failure error={error} tried="done" />}
          <Buttons>
            <Button variant="default" onClick={onClose} data-autofocus>
              {cancel ?? t.cancel}
            </Button>
            <Button type="submit" color="red" loading={busy}>
              {confirm}
            </Button>
          </Buttons>
        </Stack>
      </form>
    </Modal>
  );
}

interface ConfirmButtonProps extends Omit<Question, 'confirm'> {
  action?: Action;
  /** The text of the button, and of the one in the dialog. */
  words: string;
  send: () => Promise<unknown>;
  /** Shown to the reader once it is done. */
  message?: string;
  done?: () => unknown;
  button?: Omit<ButtonProps, 'disabled'>;
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { action = { allowed: true }, words, send, message, done, button, ...question } = props;
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const change = useChange(send, {
    message,
    done: () => {
      close();
      done?.();
    },
  });
  return (
    <>
      <ActionButton variant="default" {...button} action={action} onClick={() => setOpened(true)}>
        {words}
      </ActionButton>
      <ConfirmModal
        {...question}
        confirm={words}
        opened={opened}
        onClose={close}
        onConfirm={() => change.mutate()}
        busy={change.isPending}
        error={change.error}
      />
    </>
  );
}
