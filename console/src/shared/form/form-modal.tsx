import { Button, Modal, Stack, Text, type ModalProps } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ContextType, type ReactNode } from 'react';
import { hasEnded } from '../../session-end.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { Buttons } from './buttons.tsx';
import styles from './form-modal.module.css';
import { DialogForm } from './form.tsx';

interface Props extends Pick<ModalProps, 'size'> {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** Closing the dialog and leaving the page both ask before dropping typed text. */
export function FormModal({ opened, onClose, title, size = 'md', children }: Props) {
  const t = useText(common);
  const form: NonNullable<ContextType<typeof DialogForm>> = useRef(undefined);
  const lastFocus = useRef<HTMLElement>(undefined);
  const [closing, setClosing] = useState(false);
  // A form that is being sent may lead to another page, and nothing is lost then.
  const isUnsaved = () => form.current?.isChanged === true && !form.current.isSending;
  const leaving = useBlocker({
    shouldBlockFn: isUnsaved,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
    disabled: !opened,
  });
  const isLeaving = leaving.status === 'blocked';
  useEffect(() => {
    if (!opened) setClosing(false);
  }, [opened]);
  const keep = () => {
    setClosing(false);
    leaving.reset?.();
    lastFocus.current?.focus();
  };
  const discard = () => {
    setClosing(false);
    if (isLeaving) leaving.proceed();
    else onClose();
  };
  // Every open dialog receives Escape, so this one also receives it for the question in front of it.
  const close = () => {
    if (hasEnded()) return;
    if (closing || isLeaving) keep();
    else if (form.current?.isChanged) setClosing(true);
    else onClose();
  };
  return (
    <>
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        size={size}
        closeButtonProps={{ 'aria-label': t.close }}
        classNames={{ inner: styles.inner, overlay: styles.overlay }}
      >
        <div
          onFocusCapture={({ target }) => {
            lastFocus.current = target;
          }}
        >
          <DialogForm value={form}>{children}</DialogForm>
        </div>
      </Modal>
      <Modal
        opened={opened && (closing || isLeaving)}
        onClose={keep}
        title={t.discard}
        size="sm"
        withCloseButton={false}
        closeOnEscape={false}
        returnFocus={false}
        zIndex={300}
      >
        <Stack>
          <Text size="sm">{t.discardAbout}</Text>
          <Buttons>
            <Button variant="default" onClick={keep} data-autofocus>
              {t.keepWriting}
            </Button>
            <Button color="red" onClick={discard}>
              {t.discardIt}
            </Button>
          </Buttons>
        </Stack>
      </Modal>
    </>
  );
}
