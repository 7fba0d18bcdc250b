import { UnstyledButton } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { MouseEvent, ReactNode } from 'react';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { Icon } from '../page/icon.tsx';
import styles from './value.module.css';
import { wholeLength } from './whole-value.ts';

interface Props {
  /** What the button copies; without it there is none. */
  copied?: string | undefined;
  /** Another button, which may come later. */
  button?: ReactNode;
  children: ReactNode;
  /** Puts the buttons before the value, for values aligned to the right. */
  before?: boolean;
}

/**
 * A value with buttons that show while somebody points at it. A double click selects a whole amount or account, not only
 * the digits up to a blank. The buttons take no room, so nothing moves.
 */
export const Value = ({ copied = '', button, children, before = false }: Props) => (
  <span className={styles.value} data-before={before || undefined}>
    <span onDoubleClick={selectWhole}>{children}</span>
    <span className={styles.buttons}>
      {/* A page without TLS has no clipboard. */}
      {copied !== '' && navigator.clipboard !== undefined && <Copy value={copied} />}
      {button}
    </span>
  </span>
);

function Copy({ value }: { value: string }) {
  const t = useText(common);
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  const label = copied ? t.copied : t.copyOf(value);
  return (
    <ValueButton label={label} isForMouse onClick={() => copy(value)}>
      <Icon name={copied ? 'check' : 'copy'} size={13} />
    </ValueButton>
  );
}

interface ButtonProps {
  label: string;
  /** Not shown on a touch screen, which copies in its own way. */
  isForMouse?: boolean;
  onClick: () => void;
  children: ReactNode;
}

export const ValueButton = ({ label, isForMouse = false, onClick, children }: ButtonProps) => (
  <UnstyledButton
    className={styles.button}
    data-mouse={isForMouse || undefined}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    {children}
  </UnstyledButton>
);

function selectWhole({ currentTarget }: MouseEvent): void {
  const text = currentTarget.firstChild;
  const length = wholeLength(text?.textContent ?? '');
  if (text?.nodeType === Node.TEXT_NODE && length > 0) window.getSelection()?.setBaseAndExtent(text, 0, text, length);
}
