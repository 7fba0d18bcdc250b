import { setPriority } from 'node:os';
import { parentPort, type MessagePort } from 'node:worker_threads';
import { loadLibrary, readPdf } from './pdf.ts';

const port = parentPort as MessagePort;
// Linux gives each thread a priority of its own; elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(15);
// Work that pdfjs leaves behind may fail after the answer, and must not be blamed on the next file.
process.on('unhandledRejection', () => undefined);
const library = await loadLibrary();
port.on('message', async (bytes: Uint8Array) => port.postMessage(await readPdf(library, bytes)));
port.postMessage('ready');
