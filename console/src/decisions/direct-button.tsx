import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { Icon } from '../shared/page/icon.tsx';
import { useText } from '../text.ts';
import { OpenButton, type DecisionProps } from './decision.tsx';
import { decideText } from './text.ts';

/** Decides without a dialog; the arrow beside it opens the dialog for a comment. */
export function DirectButton<Record>({ onComment, ...props }: DecisionProps<Record> & { onComment: () => void }) {
  const t = useText(decideText);
  return (
    <Button.Group>
      <OpenButton {...props} />
      <Tooltip label={`${t.withComment} (Shift+A)`}>
        <ActionIcon
          variant="filled"
          size={36}
          ms={1}
          aria-label={t.withComment}
          aria-keyshortcuts="Shift+A"
          onClick={onComment}
        >
          <Icon name="down" size={15} />
        </ActionIcon>
      </Tooltip>
    </Button.Group>
  );
}
