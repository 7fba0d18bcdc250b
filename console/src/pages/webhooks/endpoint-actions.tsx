import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook, WebhookPath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed, useCompany } from '../../company.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { ConfirmModal } from '../../shared/form/confirm-modal.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { SecretModal } from '../../shared/tokens/secret.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { webhooksText } from './text.ts';
import { useText } from '../../text.ts';
import { EditEndpoint } from './endpoint-form.tsx';
import { ResendSince } from './resend-since.tsx';
import { useSending } from './sending.ts';

type Dialog = 'edit' | 'secret' | 'off' | 'remove' | 'since';

export function EndpointActions({ endpoint, path }: { endpoint: Webhook; path: WebhookPath }) {
  const t = useText(webhooksText);
  const administer = useAllowed('administer');
  const navigate = useNavigate();
  const companyId = useCompany()?.id ?? '';
  const [asking, setAsking] = useState<Dialog>();
  const [secret, setSecret] = useState<string>();
  const close = () => setAsking(undefined);
  const test = useSending(() => change('POST', `${path}/test`), t.testArrived);
  const newSecret = useChange(() => change('POST', `${path}/secret`), {
    done: (made) => {
      close();
      setSecret(made.secret);
    },
  });
  const switchTo = useChange((on: boolean) => change('PATCH', path, { on }), {
    message: endpoint.state === 'off' ? t.isOn : t.isOff,
    done: close,
  });
  const remove = useChange(() => change('DELETE', path), {
    message: t.removed,
    done: () => void navigate({ to: '/companies/$companyId/webhooks', params: { companyId }, search: {} }),
  });
  return (
    <>
      <ActionButton action={administer} loading={test.isPending} onClick={() => test.mutate()}>
        {t.test}
      </ActionButton>
      <ActionButton action={administer} variant="default" onClick={() => setAsking('edit')}>
        {t.edit}
      </ActionButton>
      {administer.allowed && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button variant="default" rightSection={<Icon name="down" size={15} />}>
              {t.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setAsking('since')}>{t.resendSince}</Menu.Item>
            <Menu.Item onClick={() => setAsking('secret')}>{t.newSecret}</Menu.Item>
            {endpoint.state === 'off' ? (
              <Menu.Item onClick={() => switchTo.mutate(true)}>{t.switchOn}</Menu.Item>
            ) : (
              <Menu.Item onClick={() => setAsking('off')}>{t.switchOff}</Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item color="red" onClick={() => setAsking('remove')}>
              {t.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <EditEndpoint opened={asking === 'edit'} endpoint={endpoint} path={path} onClose={close} />
      <ResendSince opened={asking === 'since'} endpoint={endpoint} path={path} onClose={close} />
      <ConfirmModal
        opened={asking === 'secret'}
        onClose={close}
        title={t.newSecret}
        about={t.newSecretAbout}
        confirm={t.makeSecret}
        busy={newSecret.isPending}
        error={newSecret.error}
        onConfirm={() => newSecret.mutate()}
      />
      <ConfirmModal
        opened={asking === 'off'}
        onClose={close}
        title={t.switchOff}
        about={t.switchOffAbout}
        confirm={t.switchOff}
        busy={switchTo.isPending}
        error={switchTo.error}
        onConfirm={() => switchTo.mutate(false)}
      />
      <ConfirmModal
        opened={asking === 'remove'}
        onClose={close}
        title={t.removeTitle}
        about={t.removeAbout(endpoint.url)}
        confirm={t.remove}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      />
      <SecretModal
        title={t.secretTitle}
        values={secret === undefined ? undefined : [{ label: t.secret, value: secret }]}
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}
