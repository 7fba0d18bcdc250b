import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Bulk } from '../../../api/types.ts';
import { change, read } from '../../../api.ts';
import { useCompanyPath } from '../../../company.ts';
import { useFormat } from '../../../format.ts';
import { Failure } from '../../../shared/page/failure.tsx';
import { Icon } from '../../../shared/page/icon.tsx';
import { useChange } from '../../../shared/form/use-change.ts';
import { bulkText } from './text.ts';
import { useText } from '../../../text.ts';

export function Interrupted({ onContinue }: { onContinue: (bulk: Bulk) => void }) {
  const path = useCompanyPath()('/bulk');
  const { data } = useQuery({
    queryKey: ['bulk', path],
    queryFn: ({ signal }) => read(path, { query: { open: 'true' }, signal }),
  });
  return data?.bulks
    .filter(({ begun }) => begun)
    .map((bulk) => <InterruptedBulk key={bulk.id} bulk={bulk} onContinue={onContinue} />);
}

function InterruptedBulk({ bulk, onContinue }: { bulk: Bulk; onContinue: (bulk: Bulk) => void }) {
  const t = useText(bulkText);
  const format = useFormat();
  const path = useCompanyPath()('/bulk');
  const drop = useChange(() => change('DELETE', `${path}/${bulk.id}`));
  const count = (many: number) => format.number(String(many));
  return (
    <Alert
      color="orange"
      variant="outline"
      bg="var(--door-surface)"
      icon={<Icon name="warning" />}
      mb="sm"
      role="status"
    >
      <Group justify="space-between">
        {t.interrupted[bulk.decision](count(bulk.left), count(bulk.done + bulk.left))}
        <Group gap="xs">
          <Button size="xs" onClick={() => onContinue(bulk)}>
            {t.goOn}
          </Button>
          <Button size="xs" variant="default" loading={drop.isPending} onClick={() => drop.mutate(undefined)}>
            {t.drop}
          </Button>
        </Group>
      </Group>
      {drop.error !== null && <Failure error={drop.error} />}
    </Alert>
  );
}
