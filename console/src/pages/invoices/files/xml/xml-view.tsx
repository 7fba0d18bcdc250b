import { Code, Skeleton, Text } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { useDocumentShown } from '../../../../decisions/seen.tsx';
import { Failure } from '../../../../shared/page/failure.tsx';
import { useFormat } from '../../../../format.ts';
import { documentText } from '../text.ts';
import { invoicesText } from '../../text.ts';
import { useText } from '../../../../text.ts';
import { useSearch } from '../find/search.tsx';
import { useFile } from '../use-file.ts';
import { Tool, Viewer, type FileProps } from '../viewer.tsx';
import viewer from '../viewer.module.css';
import { decodeXml, xmlLines, type XmlLine } from './xml.ts';
import styles from './xml-view.module.css';

export function XmlView(props: FileProps) {
  const { file, path } = props;
  const t = useText(documentText);
  const { fileShown, cutOff } = useText(invoicesText);
  const { data, error, refetch } = useFile(path);
  const [text, setText] = useState<string>();
  const [wraps, setWraps] = useState(true);
  useEffect(() => void data?.arrayBuffer().then((bytes) => setText(decodeXml(bytes))), [data]);
  const shown = useMemo(() => (text === undefined ? undefined : xmlLines(text)), [text]);
  useDocumentShown(error !== null || shown !== undefined);
  const whole = useRef<HTMLPreElement>(null);
  const marked = useLineSearch(shown?.lines, whole);
  return (
    <Viewer {...props} tools={<Tool icon="wrap" label={t.wrap} pressed={wraps} onClick={() => setWraps(!wraps)} />}>
      {error !== null ? (
        <div className={viewer.frame}>
          <div className={viewer.failure}>
            <Failure error={error} retry={() => void refetch()} />
          </div>
        </div>
      ) : shown === undefined ? (
        <div className={viewer.frame}>
          <Skeleton className={viewer.waiting} />
        </div>
      ) : (
        <Code
          ref={whole}
          block
          tabIndex={0}
          className={`${viewer.frame} ${styles.whole}`}
          role="group"
          aria-label={fileShown(file.fileName)}
          data-wraps={wraps || undefined}
        >
          {shown.lines.map((line, at) => (
            <Line key={at} line={line} marked={marked === at} />
          ))}
        </Code>
      )}
      {shown?.isCut === true && (
        <Text size="sm" c="dimmed">
          {cutOff}
        </Text>
      )}
    </Viewer>
  );
}

function Line({ line: { depth, parts }, marked }: { line: XmlLine; marked: boolean }) {
  const t = useText(documentText);
  const format = useFormat();
  return (
    <div className={styles.line} style={{ '--depth': depth } as CSSProperties} data-marked={marked || undefined}>
      {parts.map(({ kind, text, leftOut }, at) => (
        <span key={at} className={styles[kind]}>
          {text}
          {leftOut !== undefined && <i> {t.leftOut(format.number(String(leftOut)))}</i>}
        </span>
      ))}
    </div>
  );
}

/** Makes the lines searchable; returns the index of the line with the match, scrolled into view. */
function useLineSearch(
  lines: readonly XmlLine[] | undefined,
  whole: RefObject<HTMLElement | null>,
): number | undefined {
  const { setText, search } = useSearch();
  useEffect(() => {
    if (lines === undefined) return undefined;
    setText(lines.map(({ parts }, at) => ({ sheet: at, text: parts.map((part) => part.text).join(''), runs: [] })));
    return () => setText([]);
  }, [lines, setText]);
  useEffect(() => {
    if (search !== undefined) whole.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'center' });
  }, [search, whole]);
  return search?.matches[search.index]?.line.sheet;
}
