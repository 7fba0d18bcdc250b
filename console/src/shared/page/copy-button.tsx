import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { Icon } from './icon.tsx';

export function CopyButton({ value, label }: { value: string; label?: string }) {
  const t = useText(common);
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
      onClick={() => copy(value)}
    >
      <span aria-live="polite">{copied ? t.copied : (label ?? t.copy)}</span>
    </Button>
  );
}
