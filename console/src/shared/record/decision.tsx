import { useState, type ReactNode } from 'react';
import type { Action } from '../../api/types.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { ActionButton } from '../page/action-button.tsx';
import { Icon } from '../page/icon.tsx';
import { ReasonModal } from '../form/reason-modal.tsx';
import { useChange } from '../form/use-change.ts';

interface Props {
  /** Whether it may be done now, as the record itself says. */
  action: Action;
  words: string;
  about: string;
  /** What the reader is told once it is done. */
  decided: string;
  /** A decision against the record needs a reason; any other takes a comment. */
  against?: boolean;
  /** Whether a reason must be given, also for what is not against the record. */
  required?: boolean;
  /** Whether its button stands back behind others. */
  plain?: boolean;
  /** What else is to be chosen. */
  children?: ReactNode;
  send: (written: string) => Promise<unknown>;
  /** Once it is done and the dialog closes. */
  done?: () => void;
}

/** A button for a decision, and the dialog that asks once more. */
export function Decision({
  action,
  words,
  about,
  decided,
  against = false,
  required = against,
  plain = against,
  children,
  send,
  done,
}: Props) {
  const t = useText(common);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const decide = useChange(send, {
    message: decided,
    done: () => {
      close();
      done?.();
    },
  });
  return (
    <>
      <ActionButton
        action={action}
        variant={plain ? 'default' : 'filled'}
        leftSection={<Icon name={against ? 'cross' : plain ? 'back' : 'check'} size={15} />}
        onClick={() => setAsking(true)}
      >
        {words}
      </ActionButton>
      <ReasonModal
        opened={asking}
        onClose={close}
        title={words}
        about={about}
        label={required ? t.reason : t.comment}
        required={required}
        confirm={words}
        {...(against && { colour: 'red' })}
        busy={decide.isPending}
        error={decide.error}
        onConfirm={decide.mutate}
      >
        {children}
      </ReasonModal>
    </>
  );
}
