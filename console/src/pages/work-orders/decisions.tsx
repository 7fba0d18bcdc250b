import { Group } from '@mantine/core';
import { useRef } from 'react';
import type { WorkOrder, WorkOrderPath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { DecisionButton, DecisionDialog, ObstacleModal, OpenButton } from '../../decisions/decision.tsx';
import { DirectButton } from '../../decisions/direct-button.tsx';
import type { Queue } from '../../decisions/queue.ts';
import { decideText } from '../../decisions/text.ts';
import { useDecide } from '../../decisions/use-decide.ts';
import type { Navigation } from '../../decisions/use-navigation.ts';
import { useStopWhenDecided } from '../../decisions/use-stop-when-decided.ts';
import { useUndoable } from '../../decisions/use-undoable.ts';
import { KeyHint } from '../../shared/page/key-hint.tsx';
import { useKeys } from '../../shared/page/keys.ts';
import { useText } from '../../text.ts';
import { workOrdersText } from './text.ts';

interface Props {
  workOrder: WorkOrder;
  path: WorkOrderPath;
  queue: Queue;
  navigation: Navigation;
}

export function Decisions({ workOrder, path, queue, navigation }: Props) {
  const t = useText(workOrdersText);
  const d = useText(decideText);
  const decide = useDecide<WorkOrder>(path);
  const seenSeq = useStopWhenDecided(workOrder, decide);
  const goOn = useUndoable<WorkOrder>(path, navigation);
  const { title, actions, state, partner, sentToPartner } = workOrder;
  const isSent = (decision: string) => sentToPartner.includes(`workorder.${decision}`);
  const decided = (record: WorkOrder) =>
    goOn(record, {
      name: title,
      message: (record.state === 'done' ? t.doneOne : t.cancelledOne)(title),
      takeBack: () => change('POST', `${path}/reopen`, { reason: d.undone, decisionSeq: record.decisionSeq }),
      takenBack: d.reopenedOne(title),
    });
  const completion = {
    decide,
    decision: {
      name: 'done',
      action: actions.done,
      send: (comment: string) => change('POST', `${path}/done`, comment === '' ? {} : { comment }),
      done: decided,
    },
    label: t.done,
    about: d.notified(partner, isSent('done')),
    shortcut: 'A',
    isDirect: true,
  };
  const buttons = useRef<HTMLDivElement>(null);
  const comment = () => decide.ask('done');
  useKeys({
    a: () => decide.attempt(actions.done, () => decide.send(completion.decision)),
    'shift+a': () => decide.attempt(actions.done, comment),
    r: () => decide.attempt(actions.cancel, () => decide.ask('cancel')),
  });
  return (
    <Group ref={buttons} gap="xs" role="group" aria-label={d.decisions}>
      <KeyHint target={buttons} text={decide.hint} />
      {(state !== 'open' || decide.asking === 'reopen') && (
        <DecisionButton
          kind="back"
          decide={decide}
          decision={{
            name: 'reopen',
            action: actions.reopen,
            send: (reason) => change('POST', `${path}/reopen`, { reason, decisionSeq: seenSeq }),
            done: t.isReopened,
          }}
          label={d.reopen}
          about={`${t.reopenAbout} ${d.notified(partner, isSent('reopened'))}`}
        />
      )}
      <DecisionButton
        kind="against"
        decide={decide}
        decision={{
          name: 'cancel',
          action: actions.cancel,
          send: (reason) => change('POST', `${path}/cancel`, { reason }),
          done: decided,
        }}
        label={t.cancel}
        about={t.cancelAbout(partner, isSent('cancelled'))}
        shortcut="R"
      />
      {actions.done.allowed ? <DirectButton {...completion} onComment={comment} /> : <OpenButton {...completion} />}
      <DecisionDialog {...completion} />
      <ObstacleModal decide={decide} onNext={queue.enabled ? () => void navigation.toNext() : undefined} />
    </Group>
  );
}
