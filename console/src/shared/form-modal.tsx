import { Button, Group, Modal, Stack, Text, type ModalProps } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { hasEnded } from '../session-end.ts';
import { common } from '../text/common.ts';
import { useText } from '../text.ts';
import { useTyped } from './typed.ts';

interface Props extends Pick<ModalProps, 'size'> {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/**
 * A dialog to write in. Escape, the button in its corner and a click beside it ask before they drop what was typed; Ctrl and Enter
 * send its form.
 */
export function FormModal({ opened, onClose, title, size, children }: Props) {
  const t = useText(common);
  const isTyped = useRef(() => false);
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (!opened) setAsking(false);
  }, [opened]);
  const discard = () => {
    setAsking(false);
    onClose();
  };
  const close = () => {
    // Escape is heard by every dialog, also by those behind the one in front.
    if (asking || hasEnded()) return;
    if (isTyped.current()) setAsking(true);
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
        <Watched told={isTyped}>{children}</Watched>
      </Modal>
      <Discard opened={opened && asking} onKeep={() => setAsking(false)} onDiscard={discard} />
    </>
  );
}

/** What is in the dialog, from its opening until it is closed. */
function Watched({ told, children }: { told: { current: () => boolean }; children: ReactNode }) {
  const { watch, isTyped, isLeft } = useTyped<HTMLDivElement>();
  useEffect(() => {
    told.current = isTyped;
  }, [told, isTyped]);
  const leaving = useBlocker({ shouldBlockFn: isLeft, enableBeforeUnload: isLeft, withResolver: true });
  return (
    <>
      {/* What is sent here is no affair of a form that the dialog was opened from. */}
      <div {...watch} onKeyDown={sendByKeys} onSubmit={(event) => event.stopPropagation()}>
        {children}
      </div>
      <Discard
        opened={leaving.status === 'blocked'}
        onKeep={() => leaving.reset?.()}
        onDiscard={() => leaving.proceed?.()}
      />
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
    <Modal opened={opened} onClose={onKeep} title={t.discard} size="sm" withCloseButton={false} zIndex={300}>
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
