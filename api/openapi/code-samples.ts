/** How to send a request, for people who read the document: `x-codeSamples`, which Redoc and others show. */

interface Sampled {
  security?: Record<string, unknown>[];
  parameters?: { in: string; name: string; required?: boolean; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

/** For a shell: nothing in single quotes is special there. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The command that sends an operation's example, with what it requires and no more. `$VAULT` is the address of the
 * service, and `$TOKEN` an access token.
 */
function curlOf(
  method: string,
  path: string,
  { security = [], parameters = [], requestBody }: Sampled,
): string {
  const required = parameters.filter((each) => each.required);
  const inPath = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(required.find((each) => each.in === 'path' && each.name === name)?.example)),
  );
  const query = required
    .filter((each) => each.in === 'query')
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
    .join('&');
  const [type, { example = '' } = {}] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const schemes = security.flatMap((each) => Object.keys(each));
  return [
    `curl -X ${method.toUpperCase()} "$VAULT/api/v1${inPath}${query && `?${query}`}"`,
    ...(schemes.some((name) => name === 'bearer' || name === 'automationToken')
      ? ['-H "Authorization: Bearer $TOKEN"']
      : []),
    ...required
      .filter((each) => each.in === 'header')
      .map(({ name, example }) => `-H ${quoted(`${name}: ${example}`)}`),
    ...(type
      ? [
          `-H 'Content-Type: ${type}'`,
          `--data-binary ${quoted(typeof example === 'string' ? example : JSON.stringify(example))}`,
        ]
      : []),
  ].join(' \\\n  ');
}

/** Adds samples to each operation. */
export function addCodeSamples(paths: Record<string, Record<string, Sampled>>): void {
  for (const [path, operations] of Object.entries(paths)) {
    // A websocket isn't a single request.
    if (path === '/ws') continue;
    for (const [method, operation] of Object.entries(operations)) {
      Object.assign(operation, {
        'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlOf(method, path, operation) }],
      });
    }
  }
}
