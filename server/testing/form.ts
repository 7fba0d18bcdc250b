const boundary = 'doorway-form-boundary';

export interface FormField {
  name: string;
  fileName?: string;
  type?: string;
  content: string | Uint8Array;
}

/** Writes forms that FormData cannot write. */
export function formOf(parts: FormField[]): { raw: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ name, fileName, type, content }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n`,
    type === undefined ? '' : `content-type: ${type}\r\n`,
    '\r\n',
    content,
    '\r\n',
  ]);
  return {
    raw: Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string))),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
