/** A mail server that accepts everything at once and counts. It is too fast to be what is measured. */
import { createServer } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** How many mails it took, by recipient. */
const taken = new Map<string, number>();

const server = createServer((socket) => {
  let received = '';
  let recipient = '';
  let content = false;
  socket.on('error', () => {});
  socket.write('220 sink\r\n');
  socket.on('data', (chunk) => {
    const lines = (received + chunk.toString('latin1')).split('\r\n');
    received = lines.pop() ?? '';
    let answer = '';
    for (const line of lines) {
      if (content) {
        if (line !== '.') continue;
        content = false;
        taken.set(recipient, (taken.get(recipient) ?? 0) + 1);
        answer += '250 2.0.0 taken\r\n';
        continue;
      }
      const command = line.slice(0, 4).toUpperCase();
      if (command === 'RCPT') recipient = line.match(/<(.*)>/)?.[1] ?? '';
      content = command === 'DATA';
      answer += content ? '354 go on\r\n' : command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n';
    }
    if (answer !== '') socket.write(answer);
  });
});

server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()));
parentPort?.on('message', () => parentPort?.postMessage(taken));
