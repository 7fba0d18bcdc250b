import { Button, Group, Modal, Stack, Text, type ModalProps } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { hasEnded } from '../../session-end.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { useTyped } from './typed.ts';

interface Props extends Pick<ModalProps, 'size'> {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** What the frame of a dialog has to know of what is in it. */
interface Inside {
  isTyped(): boolean;
  /** Puts the focus where somebody was writing. */
  goOn(): void;
  /** Stays on the page, while it is asked whether to leave it. */
  stay?: (() => void) | undefined;
}

/**
 * A dialog to write in. Escape, the button in its corner and a click beside it ask before they drop what was typed; Ctrl and Enter
 * send its form.
 */
export function FormModal({ opened, onClose, title, size, children }: Props) {
  const t = useText(common);
  const inside = useRef<Inside>({ isTyped: () => false, goOn: () => undefined });
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (!opened) setAsking(false);
  }, [opened]);
  const keep = () => {
    setAsking(false);
    inside.current.goOn();
  };
  const discard = () => {
    setAsking(false);
    onClose();
  };
  // Escape is heard by every dialog at once, so this one hears it for the question in front of it, too.
  const close = () => {
    if (hasEnded()) return;
    if (inside.current.stay !== undefined) inside.current.stay();
    else if (asking) keep();
    else if (inside.current.isTyped()) setAsking(true);
    else onClose();
  };
  return (
    <>
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        size={size ?? 'md'}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <Watched inside={inside}>{children}</Watched>
      </Modal>
      <Discard opened={opened && asking} onKeep={keep} onDiscard={discard} />
    </>
  );
}

/** What is in the dialog, from its opening until it is closed. */
function Watched({ inside, children }: { inside: { current: Inside }; children: ReactNode }) {
  const { watch, isTyped, isLeft, goOn } = useTyped<HTMLDivElement>();
  const leaving = useBlocker({ shouldBlockFn: isLeft, enableBeforeUnload: isLeft, withResolver: true });
  const stay = useCallback(() => {
    leaving.reset?.();
    goOn();
  }, [leaving, goOn]);
  const isBlocked = leaving.status === 'blocked';
  useEffect(() => {
    inside.current = { isTyped, goOn, stay: isBlocked ? stay : undefined };
  }, [inside, isTyped, goOn, isBlocked, stay]);
  return (
    <>
      {/* What is sent here is no affair of a form that the dialog was opened from. */}
      <div {...watch} onKeyDown={sendByKeys} onSubmit={(event) => event.stopPropagation()}>
        {children}
      </div>
      <Discard opened={isBlocked} onKeep={stay} onDiscard={() => leaving.proceed?.()} />
    </>
  );
}

/** Ctrl and Enter, or ⌘ and Enter, press the button that sends the form, from wherever in it. */
export function sendByKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  const button = event.currentTarget.querySelector<HTMLButtonElement>('[type=submit]');
  if (button === null) return;
  event.preventDefault();
  button.click();
}

function Discard({ opened, onKeep, onDiscard }: { opened: boolean; onKeep: () => void; onDiscard: () => void }) {
  const t = useText(common);
  return (
    <Modal
      opened={opened}
      onClose={onKeep}
      title={t.discard}
      size="sm"
      withCloseButton={false}
      closeOnEscape={false}
      returnFocus={false}
      zIndex={300}
    >
      <Stack>
        <Text size="sm">{t.discardAbout}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onKeep} data-autofocus>
            {t.keepWriting}
          </Button>
          <Button color="red" onClick={onDiscard}>
            {t.discardIt}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
