import { Stack, Text } from '@mantine/core';
import type { FactorReset, OperatorProposal } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { WaitingChange } from '../../shared/record/waiting-change.tsx';
import { common } from '../../text/common.ts';
import { proposalsText } from '../../text/proposals.ts';
import { useText } from '../../text.ts';
import { operatorsText } from './text.ts';

/** Changes that give operators more rights. */
export function WaitingRights() {
  return (
    <RecordOf path="/operators/proposals" loading={null}>
      {({ proposals, resets }) => (
        <>
          {proposals.length > 0 && <Waiting proposals={proposals} />}
          {resets.length > 0 && <WaitingResets resets={resets} />}
        </>
      )}
    </RecordOf>
  );
}

function Waiting({ proposals }: { proposals: OperatorProposal[] }) {
  const t = useText(operatorsText);
  const c = useText(common);
  const p = useText(proposalsText);
  const format = useFormat();
  const inWords = ({ role, approvalLimit }: OperatorProposal['to']) => {
    if (role === null) return t.noAccess;
    const limit = role === 'approver' && approvalLimit !== undefined ? ` ${t.upTo(format.amount(approvalLimit))}` : '';
    return `${c.roles[role].toLowerCase()}${limit}`;
  };
  const titleOf = ({ operator, company, from, to }: OperatorProposal) =>
    company === null
      ? `${operator.name}: ${t.everything.toLowerCase()}`
      : p.from(`${operator.name}, ${company}`, inWords(from), inWords(to));
  return (
    <Panel title={p.secondTitle}>
      <Text size="sm" c="dimmed" mb="sm">
        {t.rightsAbout}
      </Text>
      <Stack gap="lg">
        {proposals.map((proposal) => (
          <WaitingChange
            key={proposal.id}
            title={titleOf(proposal)}
            proposal={proposal}
            path="/operators"
            confirmTitle={t.rightsTitle}
            confirmAbout={t.rightsConfirm}
          />
        ))}
      </Stack>
    </Panel>
  );
}

function WaitingResets({ resets }: { resets: FactorReset[] }) {
  const t = useText(operatorsText);
  const p = useText(proposalsText);
  return (
    <Panel title={p.secondTitle}>
      <Text size="sm" c="dimmed" mb="sm">
        {t.resetsAbout}
      </Text>
      <Stack gap="lg">
        {resets.map((reset) => (
          <WaitingChange
            key={reset.id}
            title={t.resetOf(reset.operator.name)}
            proposal={reset}
            path="/operators"
            confirmTitle={t.resetTitle(reset.operator.name)}
            confirmAbout={t.resetConfirm}
          />
        ))}
      </Stack>
    </Panel>
  );
}
