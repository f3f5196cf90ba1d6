import { PassThrough } from 'node:stream';
import { expect, jest, test } from '@jest/globals';
import type { Invocation } from '../../cli/invocation.ts';
import { askNewPassword, introduceRecoveryCode } from '../../cli/new-secrets.ts';
import { Interrupted, openTerminal } from '../../cli/terminal.ts';

/** Standard input that is no terminal, such as a pipe. */
function piped(text: string | Buffer) {
  const input = new PassThrough();
  input.end(text);
  const prompts = new PassThrough();
  return openTerminal({ input: input as unknown as NodeJS.ReadStream, prompts });
}

/** A terminal, what it shows, and its keyboard. `modes`: whether it was asked to pass on keys instead of lines. */
function typed() {
  const modes: boolean[] = [];
  const setRawMode = (mode: boolean) => modes.push(mode);
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode });
  const prompts = new PassThrough();
  let shown = '';
  prompts.on('data', (bytes) => {
    shown += bytes;
  });
  const terminal = openTerminal({ input: input as unknown as NodeJS.ReadStream, prompts });
  return { terminal, type: (keys: string) => input.write(keys), shown: () => shown, modes };
}

test('lines of standard input answer the questions in order, and the rest is the text', async () => {
  const terminal = piped('the password\r\nTo Ben\nDear Ben,\n\nthe boat is yours.\n');
  expect(await terminal.askSecret('Password: ')).toBe('the password');
  expect(await terminal.ask('Title: ')).toBe('To Ben');
  expect(await terminal.readAll('Text: ')).toBe('Dear Ben,\n\nthe boat is yours.\n');
});

test('a last line needs no end', async () => {
  expect(await piped('é and 🔑').askSecret('Password: ')).toBe('é and 🔑');
});

test('standard input that is not UTF-8 is refused instead of stored with other letters', async () => {
  const latin = piped(Buffer.from('the password\nF\u00fcr Ben', 'latin1'));
  expect(await latin.askSecret('Password: ')).toBe('the password');
  await expect(latin.readAll('Text: ')).rejects.toThrow('Standard input is not text in UTF-8');
  expect(await piped('\ufeffthe password\n').askSecret('Password: ')).toBe('the password');
});

test('a question that nobody can answer is named', async () => {
  await expect(piped('').askSecret('Password of ada@example.org: ')).rejects.toThrow(
    'the next being "Password of ada@example.org"',
  );
});

test('a typed password is not shown, and can be corrected', async () => {
  const { terminal, type, shown } = typed();
  const answer = terminal.askSecret('Password: ');
  type('open sesamy\x7fe\r');
  expect(await answer).toBe('open sesame');
  expect(shown()).toBe('Password: \n');
});

test('a typed answer is shown', async () => {
  const { terminal, type, shown } = typed();
  const answer = terminal.ask('Title: ');
  type('To Ben\r');
  expect(await answer).toBe('To Ben');
  expect(shown()).toContain('To Ben');
});

test('a password typed after a shown answer is not shown either', async () => {
  const { terminal, type, shown } = typed();
  const name = terminal.ask('Name: ');
  type('Ada\r');
  await name;
  const password = terminal.askSecret('Password: ');
  type('open sesame\r');
  expect(await password).toBe('open sesame');
  expect(shown()).toContain('Ada');
  expect(shown()).not.toContain('sesame');
});

test('a typed text ends with Ctrl-D, and its lines may be longer than a terminal holds', async () => {
  const { terminal, type, shown, modes } = typed();
  const text = terminal.readAll('Text, then Ctrl-D:\n');
  expect(modes).toEqual([true]);
  const paragraph = 'the boat is yours. '.repeat(400);
  type(`Dear Ben,\r${paragraph}\r`);
  setImmediate(() => type('\x04'));
  expect(await text).toBe(`Dear Ben,\n${paragraph}\n`);
  expect(shown()).toMatch(/^Text, then Ctrl-D:\n/);
  const pasted = terminal.readAll('Text:\n');
  type('Dear Ben,\rwithout a line break at the end');
  setImmediate(() => type('\x04'));
  expect(await pasted).toBe('Dear Ben,\nwithout a line break at the end');
  const given = terminal.readAll('Text:\n');
  type('half\x03');
  await expect(given).rejects.toThrow(Interrupted);
});

test('Ctrl-C at a question ends it', async () => {
  const { terminal, type } = typed();
  const answer = terminal.askSecret('Password: ');
  type('open\x03');
  await expect(answer).rejects.toThrow(Interrupted);
});

test('the shell begins a line of its own after Ctrl-C', async () => {
  const { terminal, type, shown } = typed();
  for (const ask of [terminal.ask, terminal.askSecret]) {
    const answer = ask('Name: ');
    type('\x03');
    await expect(answer).rejects.toThrow(Interrupted);
    expect(shown()).toMatch(/[^\n]\n$/);
  }
});

test('a new password is typed twice, and must be long enough for a vault', async () => {
  const { terminal, type } = typed();
  const slip = askNewPassword(terminal);
  type('the heron waits\r');
  setImmediate(() => type('the heron wades\r'));
  await expect(slip).rejects.toThrow('The two passwords differ');
  await expect(askNewPassword(piped('too short\n'))).rejects.toThrow('at least 12 characters');
});

test('a question cannot control the terminal', async () => {
  const { terminal, type, shown } = typed();
  const answer = terminal.askSecret('What Ben\u001b[2J reads out: ');
  type('x\r');
  await answer;
  expect(shown()).toBe('What Ben reads out: \n');
});

test('Ctrl-C while a recovery code is being stored says that it may be active', async () => {
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const notes: string[] = [];
  const note = (text: string) => notes.push(text);
  const invocation = { terminal: piped('00FF\n'), print: () => {}, note };
  let begun = () => {};
  const isSent = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let answer = () => {};
  const store = () => {
    begun();
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  };
  const doubt = 'keep it and the one before';
  const stored = introduceRecoveryCode(invocation as unknown as Invocation, 'AAAA-00FF', store, doubt);
  await isSent;
  process.emit('SIGINT', 'SIGINT');
  expect(notes).toEqual([`We don't know whether the recovery code above is active: ${doubt}.`]);
  expect(exit).toHaveBeenCalledWith(130);
  exit.mockRestore();
  answer();
  await stored;
  expect(process.listenerCount('SIGINT')).toBe(0);
});
