import { Group, Modal } from '@mantine/core';
import { useState } from 'react';
import type { Action, OperatorRow } from '../../api/types.ts';
import { change } from '../../api.ts';
import { ConfirmButton } from '../../shared/form/confirm-modal.tsx';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { ButtonLink } from '../../shared/page/link.tsx';
import { Empty } from '../../shared/page/empty.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { common } from '../../text/common.ts';
import { operatorsText } from './text.ts';
import { useText } from '../../text.ts';
import { useSession } from '../../session.ts';
import { OperatorTokens } from '../../shared/tokens/operator-tokens.tsx';
import { OperatorModal, type Invitation } from './operator-modal.tsx';

interface Props {
  operator: OperatorRow;
  onInvited: (invitation: Invitation) => void;
}

export function OperatorActions({ operator, onInvited }: Props) {
  const t = useText(operatorsText);
  const { administrator: administers } = useSession();
  const c = useText(common);
  const [opened, setOpened] = useState<'edit' | 'tokens'>();
  const close = () => setOpened(undefined);
  const path = `/operators/${operator.id}` as const;
  const { name, email } = operator;
  const enable = useChange(() => change('PATCH', path, { disabled: false }), { message: t.isEnabled });
  const link = useChange(() => change('POST', `${path}/invitation`), {
    done: (invited) => onInvited({ id: operator.id, name, email, ...invited }),
  });
  const refused = (why: string): Action => ({ allowed: false, why });
  const ofInstallation = operator.rolesOnly === true && operator.administrator;
  const edits = ofInstallation ? refused(t.ofInstallation) : { allowed: true };
  const acts = ofInstallation ? edits : operator.rolesOnly ? refused(t.rolesOnly) : { allowed: true };
  const small = { size: 'compact-sm', variant: 'default' } as const;
  const tokensTitle = t.tokensTitle(name);
  return (
    <>
      <Group gap={6}>
        <ActionButton {...small} action={edits} data-opens-row onClick={() => setOpened('edit')}>
          {t.edit}
        </ActionButton>
        <ActionButton {...small} action={acts} onClick={() => setOpened('tokens')}>
          {t.tokens}
        </ActionButton>
        {operator.disabledAt === null ? (
          <>
            <ActionButton {...small} action={acts} loading={link.isPending} onClick={() => link.mutate()}>
              {t.newLink}
            </ActionButton>
            <ConfirmButton
              action={acts}
              words={t.disable}
              title={t.disableTitle}
              about={t.disableAbout(name)}
              message={t.isDisabled}
              send={() => change('PATCH', path, { disabled: true })}
              button={small}
            />
          </>
        ) : (
          <>
            <ActionButton {...small} action={acts} onClick={() => enable.mutate()}>
              {t.enable}
            </ActionButton>
            {administers && (
              <ButtonLink {...small} to="/operators/$operatorId/erase" params={{ operatorId: operator.id }}>
                {t.erase}
              </ButtonLink>
            )}
          </>
        )}
      </Group>
      {link.error !== null && <Failure error={link.error} />}
      <OperatorModal opened={opened === 'edit'} onClose={close} operator={operator} onInvited={onInvited} />
      <Modal
        opened={opened === 'tokens'}
        onClose={close}
        title={tokensTitle}
        size="xl"
        closeButtonProps={{ 'aria-label': c.close }}
      >
        <OperatorTokens
          label={tokensTitle}
          path={`${path}/tokens`}
          empty={<Empty title={t.noTokens} next={t.noTokensNext} icon="partners" />}
        />
      </Modal>
    </>
  );
}
