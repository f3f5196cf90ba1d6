/** The API description as one page of HTML, without any script. */
import type { Schema } from '../schema.ts';
import { definition, fieldsOf, nameOf, schemaAnchor, typeOf } from './fields.ts';
import { anchorOf, escapeHtml, headingsOf, inline, markdown } from './markdown.ts';

interface Reference {
  $ref?: string;
}

interface DescribedMedia {
  schema?: Schema;
  example?: unknown;
}

interface DescribedResponse extends Reference {
  description: string;
  content?: Record<string, DescribedMedia>;
}

interface DescribedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, unknown>[];
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { required?: boolean; content: Record<string, DescribedMedia> };
  responses: Record<string, DescribedResponse>;
  'x-codeSamples'?: { source: string }[];
}

/** The part of an OpenAPI document that the page shows. */
export interface DescribedApi {
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, DescribedResponse>;
    securitySchemes: Record<string, { description: string }>;
  };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Responses name problems by their codes; the introduction describes them. */
const isProblem = (name: string): boolean => name.endsWith('Problem') && name !== 'Problem';
const isProblemType = (type: string): boolean => type === 'application/problem+json';

const example = (value: unknown): string =>
  value === undefined
    ? ''
    : `<pre>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}</pre>`;

/** @param fields renders the fields of a schema */
const media = (content: Record<string, DescribedMedia> = {}, fields = fieldsOf): string =>
  Object.entries(content)
    .filter(([type]) => !isProblemType(type))
    .map(([type, { schema = {}, example: shown }]) => {
      const about = `<p><code>${type}</code>: ${typeOf(schema)}</p>`;
      return about + fields(schema) + example(shown);
    })
    .join('');

const parameters = ({ parameters: all = [] }: DescribedOperation): string => {
  if (all.length === 0) return '';
  const each = all.map(({ in: where, name, required, description, schema }) => {
    const about = `${where}, ${typeOf(schema)}${required ? '' : ', optional'}`;
    return definition(name, about, description);
  });
  return `<h5>Parameters</h5><dl>${each.join('')}</dl>`;
};

function callers({ security }: DescribedOperation): string {
  const schemes = security.flatMap((each) => Object.keys(each));
  if (schemes.length === 0) return 'Public.';
  if (schemes.includes('automationToken') || schemes.includes('calendarToken'))
    return 'Needs the token of an automation.';
  return `Needs a session: ${schemes.join(' or ')}.`;
}

function operationOf(
  document: DescribedApi,
  method: string,
  path: string,
  operation: DescribedOperation,
): string {
  const { requestBody } = operation;
  const answers = Object.entries(operation.responses).map(([status, given]) => {
    const response = given.$ref
      ? document.components.responses[given.$ref.slice('#/components/responses/'.length)]!
      : given;
    return `<dt>${status}</dt><dd>${inline(response.description)}${media(response.content)}</dd>`;
  });
  // The schema of a request is shown in place. Those of responses are shared, so they are linked.
  const sent = (schema: Schema) =>
    fieldsOf(schema.$ref ? document.components.schemas[nameOf(schema.$ref)]! : schema);
  const body = requestBody
    ? `<h5>Body${requestBody.required ? '' : ', optional'}</h5>${media(requestBody.content, sent)}`
    : '';
  const samples = (operation['x-codeSamples'] ?? []).map(
    ({ source }) => `<h5>Example</h5>${example(source)}`,
  );
  return (
    `<details class="operation" id="${operation.operationId}"><summary><b>${method.toUpperCase()}</b> ` +
    `<code>${escapeHtml(path)}</code> <span>${inline(operation.summary)}</span></summary>` +
    `${markdown(operation.description)}<p>${callers(operation)}</p>${parameters(operation)}${body}${samples.join('')}` +
    `<h5>Answers</h5><dl>${answers.join('')}</dl></details>`
  );
}

/**
 * @param introduction in Markdown
 * @param style the text of its style sheet, whose hash its policy names
 */
export function docsPage(document: DescribedApi, introduction: string, style: string): string {
  const { info, servers, tags, paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
  const schemas = Object.entries(components.schemas).filter(([name]) => !isProblem(name));
  const withTag = (name: string) => operations.filter(({ operation }) => operation.tags.includes(name));
  const link = (anchor: string, text: string) => `<li><a href="#${anchor}">${text}</a></li>`;
  const contents = [
    ...headingsOf(introduction).map((heading) => link(anchorOf(heading), inline(heading))),
    ...tags.map(({ name }) => {
      const inner = withTag(name).map(({ operation }) =>
        link(operation.operationId, inline(operation.summary)),
      );
      return `<li><a href="#tag-${anchorOf(name)}">${name}</a><ul>${inner.join('')}</ul></li>`;
    }),
    link('schemas', 'Schemas'),
  ];
  const sections = tags.map(({ name, description }) => {
    const inner = withTag(name).map(({ method, path, operation }) =>
      operationOf(document, method, path, operation),
    );
    return `<section><h3 id="tag-${anchorOf(name)}">${name}</h3>${markdown(description)}${inner.join('\n')}</section>`;
  });
  const keys = Object.entries(components.securitySchemes).map(
    ([name, { description }]) => `<dt><code>${name}</code></dt><dd>${inline(description)}</dd>`,
  );
  const named = schemas.map(
    ([name, schema]) =>
      `<details id="${schemaAnchor(name)}"><summary>${name}</summary><p>${typeOf(schema)}</p>` +
      `${markdown(schema.description)}${fieldsOf(schema)}</details>`,
  );
  const [server] = servers;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escapeHtml(info.title)}</h1>
<p>Version ${escapeHtml(info.version)}. Paths are relative to <code>${server!.url}</code>. For programs: <a href="${server!.url}/openapi.json">the OpenAPI document</a>.</p>
</header>
<nav aria-label="Contents"><details><summary>Contents</summary><ul>${contents.join('\n')}</ul></details></nav>
<main>
<h2>Introduction</h2>
${markdown(introduction)}
<h2>Operations</h2>
<dl>${keys.join('')}</dl>
${sections.join('\n')}
<h2 id="schemas">Schemas</h2>
${named.join('\n')}
</main>
</body>
</html>
`;
}
