import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A port in front of a service that can be closed and opened, as at a restart. */
export interface Gate {
  url: string;
  shut(): Promise<void>;
  open(): Promise<void>;
}

export async function openGate(to: string): Promise<Gate> {
  const target = Number(new URL(to).port);
  const sockets = new Set<Socket>();
  let server: Server;
  const listen = async (port: number) => {
    server = createServer((socket) => {
      const onwards = connect(target, '127.0.0.1');
      for (const one of [socket, onwards]) {
        sockets.add(one);
        one.on('close', () => sockets.delete(one));
        one.on('error', () => undefined);
      }
      socket.on('close', () => onwards.destroy());
      onwards.on('close', () => socket.destroy());
      socket.pipe(onwards).pipe(socket);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    url: `http://127.0.0.1:${port}`,
    shut: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    open: async () => {
      await listen(port);
    },
  };
}
