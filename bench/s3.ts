import { openS3 } from '../server/testing/s3.ts';

/** An S3 server in a process of its own; it tells its environment to the process that started it. */
const { env } = await openS3({ folder: process.argv[2] as string });
process.send?.(env);
process.on('disconnect', () => process.exit());
