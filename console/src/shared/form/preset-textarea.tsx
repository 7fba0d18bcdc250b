import { Button, Group, Textarea, type TextareaProps } from '@mantine/core';
import { useRef, type KeyboardEvent } from 'react';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';

interface Props extends Omit<TextareaProps, 'value' | 'onChange' | 'description'> {
  value?: string;
  onChange: (value: string) => void;
  description?: string | undefined;
  presets?: readonly string[] | undefined;
}

/** A text that can be filled in from preset ones: by a click, or by the arrow keys while nothing else is typed. */
export function PresetTextarea({ value = '', onChange, description, presets = [], ...props }: Props) {
  const t = useText(common);
  const field = useRef<HTMLTextAreaElement>(null);
  const typed = value.trim();
  const at = presets.indexOf(typed);
  const isOwn = typed !== '' && at === -1;
  const choose = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || isOwn || presets.length === 0 || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const from = at === -1 && step === -1 ? 0 : at;
    onChange(presets.at((from + step) % presets.length) ?? '');
  };
  const fill = (preset: string) => {
    onChange(isOwn ? `${typed} ${preset}` : preset);
    field.current?.focus();
  };
  return (
    <div>
      <Textarea
        {...props}
        ref={field}
        description={[description, presets.length > 0 && t.presetHint].filter(Boolean).join(' ') || undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={choose}
      />
      {presets.length > 0 && (
        <Group gap={6} mt={8} role="group" aria-label={t.presets}>
          {presets.map((preset) => (
            <Button
              key={preset}
              variant={preset === typed ? 'light' : 'default'}
              size="compact-sm"
              fw={400}
              h="auto"
              py={2}
              maw="100%"
              styles={{ label: { whiteSpace: 'normal', textAlign: 'start', overflow: 'visible', lineHeight: 1.4 } }}
              onClick={() => fill(preset)}
            >
              {preset}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
}
