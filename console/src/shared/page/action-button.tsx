import { Button, Tooltip, VisuallyHidden, type ButtonProps } from '@mantine/core';
import { useId, type MouseEvent, type ReactNode } from 'react';
import type { Action } from '../../api/types.ts';
import { useWords } from './said.tsx';

interface Props extends Omit<ButtonProps, 'disabled'> {
  action: Action;
  type?: 'submit';
  onClick?: (event: MouseEvent) => void;
  /** The id of a text on the page about this action, such as why it is refused. */
  describedBy?: string | undefined;
  children: ReactNode;
}

/**
 * A button that says why it cannot be pressed. It stays focusable, so that keyboard users can read the reason, and is the
 * same element in both states, so that it keeps the focus.
 */
export function ActionButton({ action, onClick, describedBy, children, ...props }: Props) {
  const id = useId();
  const why = useWords().notice(action) ?? action.why;
  const refused = {
    'data-disabled': true,
    'aria-disabled': true,
    'aria-describedby': describedBy ?? id,
    onClick: (event: MouseEvent) => event.preventDefault(),
  };
  return (
    <>
      <Tooltip label={why} disabled={action.allowed || why === undefined || describedBy !== undefined}>
        <Button {...props} {...(action.allowed ? { onClick, 'aria-describedby': describedBy } : refused)}>
          {children}
        </Button>
      </Tooltip>
      {!action.allowed && describedBy === undefined && <VisuallyHidden id={id}>{why}</VisuallyHidden>}
    </>
  );
}
