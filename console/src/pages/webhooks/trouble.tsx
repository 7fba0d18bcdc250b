import { Alert, Group, Stack, Text } from '@mantine/core';
import type { WebhookPath, WebhookState } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { ConfirmButton } from '../../shared/form/confirm-modal.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { webhooksText } from './text.ts';
import { useText } from '../../text.ts';
import { useTypeName } from './sending.ts';

interface Props {
  endpoint: WebhookState;
  path: WebhookPath;
}

export function Trouble({ endpoint, path }: Props) {
  if (endpoint.state === 'off') return <IsOff endpoint={endpoint} path={path} />;
  return endpoint.state === 'failing' && <IsFailing endpoint={endpoint} path={path} />;
}

function IsOff({ endpoint: { switchedOffFor, switchedOffAt }, path }: Props) {
  const t = useText(webhooksText);
  const format = useFormat();
  const administer = useAllowed('administer');
  const switchOn = useChange(() => change('PATCH', path, { on: true }), { message: t.isOn });
  const about = { operator: t.operatorAbout, partner: t.partnerAbout, gone: t.goneAbout, failing: t.failedAbout }[
    switchedOffFor ?? 'operator'
  ];
  const isOwn = switchedOffFor === 'operator' || switchedOffFor === 'partner';
  return (
    <Alert
      color={isOwn ? 'gray' : 'red'}
      variant="outline"
      bg="var(--door-surface)"
      icon={<Icon name={isOwn ? 'info' : 'warning'} />}
      title={t.offTitle}
    >
      <Stack gap="sm">
        <Text size="sm">{about(format.dateTime(switchedOffAt ?? ''))}</Text>
        {switchOn.error !== null && <Failure error={switchOn.error} />}
        <Group>
          <ActionButton action={administer} size="xs" loading={switchOn.isPending} onClick={() => switchOn.mutate()}>
            {t.switchOn}
          </ActionButton>
        </Group>
      </Stack>
    </Alert>
  );
}

function IsFailing({ endpoint: { holding = null, failingSince }, path }: Props) {
  const t = useText(webhooksText);
  const format = useFormat();
  const typeName = useTypeName();
  const administer = useAllowed('administer');
  const since = format.dateTime(failingSince ?? '');
  return (
    <Alert
      color="orange"
      variant="outline"
      bg="var(--door-surface)"
      icon={<Icon name="warning" />}
      title={t.failingTitle}
    >
      <Stack gap="sm">
        <Text size="sm">
          {holding === null
            ? t.failingSinceAbout(since)
            : t.failingAbout(String(holding.seq), typeName(holding.type), since)}
        </Text>
        {holding !== null && (
          <Group>
            <ConfirmButton
              action={administer}
              words={t.skip}
              title={t.skipTitle}
              about={t.skipAbout(String(holding.seq))}
              message={t.skipped}
              send={() => change('POST', `${path}/skip`, { seq: holding.seq })}
              button={{ size: 'xs' }}
            />
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
