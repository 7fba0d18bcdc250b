import { Button, Tooltip, VisuallyHidden, type ButtonProps } from '@mantine/core';
import { useId, type MouseEvent, type ReactNode, type Ref } from 'react';
import type { Action } from '../../api/types.ts';
import { useWords } from './said.tsx';

interface Props extends Omit<ButtonProps, 'disabled'> {
  action: Action;
  type?: 'submit';
  ref?: Ref<HTMLButtonElement>;
  onClick?: (event: MouseEvent) => void;
  children: ReactNode;
}

/** A button that says why it cannot be pressed. It stays focusable, so that keyboard users can read the reason. */
export function ActionButton({ action, onClick, children, ...props }: Props) {
  const id = useId();
  const why = useWords().notice(action) ?? action.why;
  if (action.allowed)
    return (
      <Button {...props} onClick={onClick}>
        {children}
      </Button>
    );
  return (
    <>
      <Tooltip label={why} disabled={why === undefined}>
        <Button
          {...props}
          data-disabled
          aria-disabled
          aria-describedby={id}
          onClick={(event) => event.preventDefault()}
        >
          {children}
        </Button>
      </Tooltip>
      <VisuallyHidden id={id}>{why}</VisuallyHidden>
    </>
  );
}
