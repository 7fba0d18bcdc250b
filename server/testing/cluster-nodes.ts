import pg from 'pg';

/**
 * The coordinator of a cluster for tests: its database must have the extension citus and the workers. Tests create
 * databases of their own on each node. Undefined if there is none.
 */
export const citusUrl: string | undefined = process.env['CITUS_URL'];

export interface Node {
  host: string;
  port: number;
}

export const addressOf = (node: Node, database: string): string => {
  const url = new URL(citusUrl as string);
  url.hostname = node.host;
  url.port = String(node.port);
  url.pathname = database;
  return url.href;
};

export async function onEach<T>(addresses: string[], work: (client: pg.Client) => Promise<T>): Promise<T[]> {
  return Promise.all(
    addresses.map(async (connectionString) => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    }),
  );
}

export async function nodesOf(url: string): Promise<[coordinator: Node, ...workers: Node[]]> {
  const [workers = []] = await onEach([url], async (client) => {
    const { rows } = await client.query<Node>(
      'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 ORDER BY nodeid',
    );
    return rows;
  });
  const { hostname, port } = new URL(url);
  return [{ host: hostname, port: Number(port || 5432) }, ...workers];
}

/** Databases of a run have its name, so that all of them can be dropped at its end. */
export const prefixOf = (folder: string) => `test_${folder.slice(-6).toLowerCase()}_`;

export async function dropDatabasesOf(folder: string): Promise<void> {
  const servers = (await nodesOf(citusUrl as string)).map((node) => addressOf(node, 'postgres'));
  await onEach(servers, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [prefixOf(folder)],
    );
    for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
}
