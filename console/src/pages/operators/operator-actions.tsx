import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { OperatorRow } from '../../api/types.ts';
import { change } from '../../api.ts';
import { ConfirmModal } from '../../shared/form/confirm-modal.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { operatorsText } from '../../text/operators.ts';
import { useText } from '../../text.ts';
import { OperatorModal, type Invited } from './operator-modal.tsx';
import { TokensModal } from './tokens-modal.tsx';

export function OperatorActions({
  operator,
  onInvited,
}: {
  operator: OperatorRow;
  onInvited: (invited: Invited) => void;
}) {
  const t = useText(operatorsText);
  const [asking, setAsking] = useState<'edit' | 'tokens' | 'disable'>();
  const close = () => setAsking(undefined);
  const path = `/operators/${operator.id}` as const;
  const disabled = operator.disabledAt !== null;
  const setDisabled = useChange((value: boolean) => change('PATCH', path, { disabled: value }), {
    message: disabled ? t.isEnabled : t.isDisabled,
    done: close,
  });
  const link = useChange(() => change('POST', `${path}/invitation`), {
    done: ({ invitation, notSent }) => onInvited({ name: operator.name, email: operator.email, invitation, notSent }),
  });
  return (
    <>
      <Group gap={6}>
        <Button size="compact-sm" variant="default" onClick={() => setAsking('edit')}>
          {t.edit}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setAsking('tokens')}>
          {t.tokens}
        </Button>
        {!disabled && (
          <Button size="compact-sm" variant="default" loading={link.isPending} onClick={() => link.mutate(undefined)}>
            {t.newLink}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => (disabled ? setDisabled.mutate(false) : setAsking('disable'))}
        >
          {disabled ? t.enable : t.disable}
        </Button>
      </Group>
      {link.error !== null && <Failure error={link.error} />}
      <OperatorModal opened={asking === 'edit'} onClose={close} operator={operator} onInvited={onInvited} />
      <TokensModal opened={asking === 'tokens'} onClose={close} operator={operator} />
      <ConfirmModal
        opened={asking === 'disable'}
        onClose={close}
        title={t.disableTitle}
        about={t.disableAbout(operator.name)}
        confirm={t.disable}
        busy={setDisabled.isPending}
        error={setDisabled.error}
        onConfirm={() => setDisabled.mutate(true)}
      />
    </>
  );
}
