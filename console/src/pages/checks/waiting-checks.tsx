import { Stack, Text } from '@mantine/core';
import type { CheckLimitProposal, CheckProposal } from '../../api/types.ts';
import { Panel } from '../../shared/record/panel.tsx';
import { WaitingChange } from '../../shared/record/waiting-change.tsx';
import { checksText } from './text.ts';
import { proposalsText } from '../../text/proposals.ts';
import { rulesText } from '../../text/rules.ts';
import { useText } from '../../text.ts';

interface Props {
  waiting: CheckProposal[];
  limits: CheckLimitProposal[];
  path: `/companies/${string}/checks`;
}

export function WaitingChecks({ waiting, limits, path }: Props) {
  const t = useText(checksText);
  const p = useText(proposalsText);
  const { names } = useText(rulesText);
  if (waiting.length + limits.length === 0) return null;
  const settingOf = (setting: CheckProposal['from']) => t.settings[setting].toLowerCase();
  const changes = [
    ...waiting.map((proposal) => ({
      proposal,
      title: p.from(names[proposal.rule], settingOf(proposal.from), settingOf(proposal.to)),
    })),
    ...limits.map((proposal) => ({
      proposal,
      title: p.from(t.limits[proposal.limit], String(proposal.from), String(proposal.to)),
    })),
  ];
  return (
    <Panel title={p.secondTitle}>
      <Text size="sm" c="dimmed" mb="sm">
        {t.waitingAbout}
      </Text>
      <Stack gap="lg">
        {changes.map(({ proposal, title }) => (
          <WaitingChange
            key={proposal.id}
            title={title}
            proposal={proposal}
            path={path}
            confirmTitle={t.confirmTitle}
            confirmAbout={t.confirmAbout}
          />
        ))}
      </Stack>
    </Panel>
  );
}
