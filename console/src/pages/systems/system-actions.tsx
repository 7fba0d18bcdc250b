import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { SystemRow } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { ConfirmModal } from '../../shared/form/confirm-modal.tsx';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { systemsText } from '../../text/systems.ts';
import { useText } from '../../text.ts';
import { expiryOf, type Days } from '../partners/expiry.tsx';
import type { Issued } from './new-system.tsx';
import { SystemTokens } from './system-tokens.tsx';
import { TokenForm } from './token-form.tsx';

interface Props {
  system: SystemRow;
  onIssued: (issued: Issued) => void;
}

export function SystemActions({ system, onIssued }: Props) {
  const t = useText(systemsText);
  const path = useCompanyPath()(`/systems/${system.id}`);
  const [asking, setAsking] = useState<'tokens' | 'token' | 'shutOff'>();
  const close = () => setAsking(undefined);
  const shutOff = useChange(() => change('DELETE', path), { message: t.isShutOff, done: close });
  const isOff = system.disabledAt !== null;
  return (
    <>
      <Group gap={6}>
        <Button size="compact-sm" variant="default" onClick={() => setAsking('tokens')}>
          {t.tokens}
        </Button>
        {!isOff && (
          <>
            <Button size="compact-sm" variant="default" onClick={() => setAsking('token')}>
              {t.newToken}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setAsking('shutOff')}>
              {t.shutOff}
            </Button>
          </>
        )}
      </Group>
      <SystemTokens opened={asking === 'tokens'} onClose={close} system={system} />
      <FormModal opened={asking === 'token'} onClose={close} title={t.newToken}>
        <NewToken system={system} onIssued={onIssued} onClose={close} />
      </FormModal>
      <ConfirmModal
        opened={asking === 'shutOff'}
        onClose={close}
        title={t.shutOffTitle}
        about={t.shutOffAbout(system.name)}
        confirm={t.shutOff}
        busy={shutOff.isPending}
        error={shutOff.error}
        onConfirm={() => shutOff.mutate(undefined)}
      />
    </>
  );
}

function NewToken({ system, onIssued, onClose }: Props & { onClose: () => void }) {
  const t = useText(systemsText);
  const path = useCompanyPath()(`/systems/${system.id}/tokens`);
  const [name, setName] = useState('');
  const create = useChange((days: Days) => change('POST', path, { name, ...expiryOf(days) }), {
    done: ({ token }) => {
      onClose();
      onIssued({ system: system.name, token });
    },
  });
  return (
    <TokenForm
      label={t.tokenName}
      description={`${t.tokenNameHint} ${t.newTokenAbout}`}
      name={name}
      onName={setName}
      confirm={t.createToken}
      busy={create.isPending}
      error={create.error}
      onConfirm={create.mutate}
    />
  );
}
