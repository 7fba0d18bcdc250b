import { Button, PasswordInput, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { change as send } from '../../api.ts';
import { useSession } from '../../session.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { accountText } from '../../text/account.ts';
import { useText } from '../../text.ts';

const blank = { current: '', next: '', repeat: '' };

export function Password() {
  const t = useText(accountText);
  const { email } = useSession();
  const [typed, setTyped] = useState(blank);
  const [checked, setChecked] = useState(false);
  const change = useChange(({ current, next }: typeof blank) => send('PUT', '/password', { current, next }), {
    message: t.changed,
    done: () => {
      setTyped(blank);
      setChecked(false);
    },
  });
  const tooShort = typed.next.length < 12;
  const differ = typed.next !== typed.repeat;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!tooShort && !differ) change.mutate(typed);
  };
  return (
    <Panel title={t.password}>
      <form onSubmit={submit}>
        <Stack>
          {/* Tells a password manager whose password it is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label={t.current}
            autoComplete="current-password"
            required
            value={typed.current}
            onChange={(event) => setTyped({ ...typed, current: event.currentTarget.value })}
          />
          <PasswordInput
            label={t.next}
            description={t.nextHint}
            autoComplete="new-password"
            required
            value={typed.next}
            onChange={(event) => setTyped({ ...typed, next: event.currentTarget.value })}
            error={checked && tooShort ? t.tooShort : undefined}
          />
          <PasswordInput
            label={t.repeat}
            autoComplete="new-password"
            required
            value={typed.repeat}
            onChange={(event) => setTyped({ ...typed, repeat: event.currentTarget.value })}
            error={checked && differ ? t.differ : undefined}
          />
          {change.error !== null && <Failure error={change.error} />}
          <div>
            <Button type="submit" loading={change.isPending}>
              {t.change}
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}
