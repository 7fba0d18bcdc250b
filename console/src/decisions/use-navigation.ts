import { notifications } from '@mantine/notifications';
import { useRouter } from '@tanstack/react-router';
import { useText } from '../text.ts';
import { isDecided, nextToDecide, type Queue } from './queue.ts';
import { decideText } from './text.ts';
import { keepFocus } from './use-decide.ts';

interface Ways {
  to: (id: string) => void;
  toList: () => void;
  /** Says that the last record is decided, and how many before it are not. */
  lastOne: (left: number) => string;
}

export function useNavigation(id: string, queue: Queue, { to, toList, lastOne }: Ways) {
  const t = useText(decideText);
  const router = useRouter();
  /**
   * Goes to the next undecided record, or to the list after the last one. Without a queue it stays and resolves to false.
   */
  const toNext = async (): Promise<boolean> => {
    if (!queue.enabled) {
      keepFocus();
      return false;
    }
    const rows = await queue.rows();
    // The reader has left this record: the next one must not open over another page.
    if (!router.latestLocation.pathname.endsWith(`/${id}`)) return true;
    const next = nextToDecide(rows, id);
    if (next === undefined) {
      const left = rows.filter((row) => row.id !== id && !isDecided(row)).length;
      notifications.show({ message: left === 0 ? t.allDone : lastOne(left), color: 'teal' });
      toList();
    } else to(next);
    return true;
  };
  return { to: (other: string | undefined) => other !== undefined && to(other), toList, toNext };
}

export type Navigation = ReturnType<typeof useNavigation>;
