import { Group, Stack, Text } from '@mantine/core';
import type { CheckLimitProposal, CheckProposal } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { ConfirmButton } from '../../shared/form/confirm-modal.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { checksText } from './text.ts';
import { proposalsText } from '../../text/proposals.ts';
import { rulesText } from '../../text/rules.ts';
import { useText } from '../../text.ts';

type Path = `/companies/${string}/checks`;

type Proposal = Pick<CheckProposal, 'id' | 'by' | 'at' | 'confirm'>;

interface Props {
  waiting: CheckProposal[];
  limits: CheckLimitProposal[];
  path: Path;
}

export function WaitingChecks({ waiting, limits, path }: Props) {
  const t = useText(checksText);
  const { names } = useText(rulesText);
  if (waiting.length + limits.length === 0) return null;
  return (
    <Panel title={t.waitingTitle}>
      <Text size="sm" c="dimmed" mb="sm">
        {t.waitingAbout}
      </Text>
      <Stack gap="lg">
        {waiting.map((proposal) => (
          <Waiting
            key={proposal.id}
            title={t.wanted(names[proposal.rule], t.settings[proposal.from], t.settings[proposal.to])}
            proposal={proposal}
            path={path}
          />
        ))}
        {limits.map((proposal) => (
          <Waiting
            key={proposal.id}
            title={t.wanted(t.limits[proposal.limit], String(proposal.from), String(proposal.to))}
            proposal={proposal}
            path={path}
          />
        ))}
      </Stack>
    </Panel>
  );
}

function Waiting({ title, proposal, path }: { title: string; proposal: Proposal; path: Path }) {
  const t = useText(checksText);
  const p = useText(proposalsText);
  const format = useFormat();
  const administer = useAllowed('administer');
  const at = `${path}/proposals/${proposal.id}` as const;
  const isOwn = proposal.confirm.code === 'proposal.own';
  const decline = useChange(() => change('POST', `${at}/decline`), { message: isOwn ? p.takenBack : p.declined });
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {t.askedBy(proposal.by.name, format.dateTime(proposal.at))}
      </Text>
      <Group gap="sm" mt="sm">
        <ConfirmButton
          action={proposal.confirm}
          words={p.confirm}
          title={t.confirmTitle}
          about={t.confirmAbout}
          message={p.confirmed}
          send={() => change('POST', `${at}/confirm`)}
          button={{ size: 'compact-sm', variant: 'filled' }}
        />
        <ActionButton
          action={administer}
          size="compact-sm"
          variant="default"
          loading={decline.isPending}
          onClick={() => decline.mutate()}
        >
          {isOwn ? p.takeBack : p.decline}
        </ActionButton>
      </Group>
      {decline.error !== null && <Failure error={decline.error} />}
    </section>
  );
}
