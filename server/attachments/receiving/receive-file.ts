import { problemAt, type Problem } from '../../../common/errors/catalogue.ts';
import { invalidBody } from '../../errors/errors.ts';
import type { FileReceiver, IncomingFile } from '../../ground/files/store.ts';
import { createInspector, type FileInspection } from '../inspect.ts';
import { kindOf } from '../rules.ts';

export interface ReceivedFile {
  incoming: IncomingFile;
  inspection: FileInspection;
}

export async function receiveFile(
  source: AsyncIterable<Uint8Array>,
  files: FileReceiver,
  limit: number,
): Promise<ReceivedFile> {
  const look = createInspector();
  const incoming = await files.receive(look.over(source), limit);
  return { incoming, inspection: look.finish() };
}

/** A file with what its sender says about it, and the problems found so far. */
export interface NamedFile extends ReceivedFile {
  fileName: string;
  contentType: string | undefined;
  problems: Problem[];
}

/** Throws all problems at once; otherwise returns the file's media type. */
export async function checkFile(
  { incoming, inspection, fileName, contentType, problems }: NamedFile,
  limit: number,
): Promise<string> {
  const kind =
    incoming.size === 0 || incoming.tooLarge ? undefined : await kindOf(inspection, { fileName, contentType });
  if (incoming.tooLarge) problems.push(problemAt('', 'file.large', { bytes: limit }));
  else if (incoming.size === 0 && problems.length === 0) problems.push(problemAt('', 'file.empty'));
  if (kind !== undefined && 'problem' in kind) problems.push(kind.problem);
  if (problems.length > 0 || kind === undefined || 'problem' in kind) throw invalidBody(problems);
  return kind.contentType;
}
