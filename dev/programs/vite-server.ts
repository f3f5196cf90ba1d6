/** `vite-server.ts <port> <address of the API>`: Vite's development server of the web app. */
import { createServer } from 'vite';

const [port, api = ''] = process.argv.slice(2);

const server = await createServer({
  root: 'web',
  server: {
    host: '127.0.0.1',
    port: Number(port),
    strictPort: true,
    // The rest of /api is our own code, in web/api/.
    proxy: { '^/(api/v1|docs|health|ws)(?=[/?]|$)': { target: api, ws: true } },
  },
});
await server.listen();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void server.close().then(() => process.exit(0)));
}
