import { Button, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Buttons } from '../shared/form/buttons.tsx';
import { useSettings } from '../settings.ts';
import { ReasonModal, type ReasonCheckbox } from '../shared/form/reason-modal.tsx';
import { ActionButton } from '../shared/page/action-button.tsx';
import { Icon } from '../shared/page/icon.tsx';
import { common } from '../text/common.ts';
import { decideText } from './text.ts';
import { useText } from '../text.ts';
import { shortcutHint } from './undo.tsx';
import type { Decide, Decision } from './use-decide.ts';

export interface DecisionProps<Record> {
  decide: Decide<Record>;
  decision: Decision<Record>;
  label: string;
  about: string;
  /** How the button looks: for the record, against it, or back to an earlier state. */
  kind?: 'for' | 'against' | 'back';
  /** If false, a comment is optional. */
  needsReason?: boolean;
  /** The reason that the dialog proposes. */
  reason?: string | undefined;
  shortcut?: string | undefined;
  /** A quiet button among the fields. */
  isSmall?: boolean;
  /** Another button is the usual next step. */
  isSecond?: boolean;
  describedBy?: string | undefined;
  isDirect?: boolean;
  above?: ReactNode;
  checkbox?: ReasonCheckbox | undefined;
}

export const DecisionButton = <Record,>(props: DecisionProps<Record>) => (
  <>
    <OpenButton {...props} />
    <DecisionDialog {...props} />
  </>
);

const icons = { for: 'check', against: 'cross', back: 'back' } as const;

export function OpenButton<Record>({
  decide,
  decision,
  label,
  kind = 'for',
  shortcut,
  isSmall = false,
  isSecond = false,
  describedBy,
  isDirect,
}: DecisionProps<Record>) {
  return (
    <ActionButton
      action={decision.action}
      describedBy={describedBy}
      {...(shortcut !== undefined && { 'data-waiting': !decide.isSeen || undefined })}
      size={isSmall ? 'xs' : 'sm'}
      variant={kind === 'for' && !isSmall && !isSecond ? 'filled' : 'default'}
      leftSection={<Icon name={icons[kind]} size={15} />}
      {...(isDirect && { loading: decide.isPending && decide.asking === undefined })}
      {...(shortcut !== undefined && shortcutHint(shortcut))}
      // The second click of a double click may land on the next record.
      onClick={({ detail }) => detail < 2 && (isDirect ? decide.send(decision) : decide.ask(decision.name))}
    >
      {label}
    </ActionButton>
  );
}

export function DecisionDialog<Record>({
  decide,
  decision,
  label,
  about,
  kind = 'for',
  needsReason = kind !== 'for',
  reason,
  above,
  checkbox,
}: DecisionProps<Record>) {
  const t = useText(common);
  const presets: { readonly [name: string]: readonly string[] | undefined } = useSettings()?.presetReasons ?? {};
  return (
    <ReasonModal
      opened={decide.asking === decision.name}
      onClose={() => decide.ask(undefined)}
      title={label}
      about={about}
      above={above}
      label={needsReason ? t.reason : t.comment}
      required={needsReason}
      reason={reason}
      presets={presets[decision.name]}
      confirm={label}
      color={kind === 'against' ? 'red' : undefined}
      checkbox={checkbox}
      change={{
        mutate: ({ reason, isChecked }) => decide.send(decision, reason, isChecked),
        isPending: decide.isPending,
        error: decide.error,
      }}
    />
  );
}

export function ObstacleModal<Record>({
  decide,
  onNext,
}: {
  decide: Decide<Record>;
  onNext?: (() => void) | undefined;
}) {
  const t = useText(decideText);
  const { close } = useText(common);
  const { obstacle, clearObstacle } = decide;
  const isSudden = obstacle?.isSudden === true;
  return (
    <Modal
      opened={obstacle !== undefined}
      onClose={clearObstacle}
      title={obstacle?.title}
      closeButtonProps={{ 'aria-label': close }}
    >
      {/* The keys of somebody who is still typing press no button. */}
      <Stack tabIndex={-1} data-autofocus={isSudden || undefined} style={{ outline: 'none' }}>
        {obstacle?.why !== undefined && <Text size="sm">{obstacle.why}</Text>}
        <Buttons>
          <Button
            variant={onNext === undefined ? 'filled' : 'default'}
            data-autofocus={(!isSudden && onNext === undefined) || undefined}
            onClick={clearObstacle}
          >
            {t.ok}
          </Button>
          {onNext !== undefined && (
            <Button
              data-autofocus={!isSudden || undefined}
              onClick={() => {
                clearObstacle();
                onNext();
              }}
            >
              {t.goOn}
            </Button>
          )}
        </Buttons>
      </Stack>
    </Modal>
  );
}
