import { parse } from '@swc/core';

/** One mention of another module in a file. */
export interface Import {
  /** As written: `../db/orm.ts`, `koa`. */
  specifier: string;
  /** Whether nothing of it is left when the types are stripped. */
  typeOnly: boolean;
}

/** What a file imports, and whether it reads the environment. */
export interface Parsed {
  imports: Import[];
  readsEnvironment: boolean;
}

/** A node of the syntax tree; what it holds depends on its type. */
type SyntaxNode = Record<string, unknown> & { type?: string };

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null;

const text = (value: unknown): string | undefined =>
  isNode(value) && typeof value.value === 'string' ? value.value : undefined;

/** The name a member is read by: `process.env` and `process['env']` alike. */
function memberName(property: unknown): string | undefined {
  if (!isNode(property)) {
    return undefined;
  }
  return property.type === 'Computed' ? text(property.expression) : text(property);
}

/** The specifier that a call such as `import('x')` or `require('x')` loads. */
function loaded(node: SyntaxNode): string | undefined {
  const callee = node.callee as SyntaxNode;
  const loads = callee.type === 'Import' || (callee.type === 'Identifier' && callee.value === 'require');
  const [first] = node.arguments as { expression: unknown }[];
  return loads ? text(first?.expression) : undefined;
}

/** What this node alone says of other modules, leaving aside the nodes below it. */
function importOf(node: SyntaxNode): Import | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration': {
      const specifier = text(node.source);
      // `import { type A }` is not type-only: stripped of types it still loads the module.
      return specifier === undefined ? undefined : { specifier, typeOnly: node.typeOnly === true };
    }
    case 'CallExpression': {
      const specifier = loaded(node);
      return specifier === undefined ? undefined : { specifier, typeOnly: false };
    }
    case 'TsImportType': {
      const specifier = text(node.argument);
      return specifier === undefined ? undefined : { specifier, typeOnly: true };
    }
    case 'TsExternalModuleReference': {
      const specifier = text(node.expression);
      return specifier === undefined ? undefined : { specifier, typeOnly: false };
    }
    default:
      return undefined;
  }
}

/** Whether this node reads `process.env`, or takes `env` out of `node:process`. */
function readsEnvironment(node: SyntaxNode): boolean {
  if (node.type === 'MemberExpression') {
    return text(node.object) === 'process' && memberName(node.property) === 'env';
  }
  if (node.type === 'ImportDeclaration' && /^(node:)?process$/.test(text(node.source) ?? '')) {
    return (node.specifiers as SyntaxNode[]).some((specifier) =>
      [text(specifier.imported), text(specifier.local)].includes('env'),
    );
  }
  return false;
}

/** Reads one TypeScript file. */
export async function parseImports(source: string): Promise<Parsed> {
  const parsed: Parsed = { imports: [], readsEnvironment: false };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
    } else if (isNode(value)) {
      const found = importOf(value);
      if (found) {
        parsed.imports.push(found);
      }
      parsed.readsEnvironment ||= readsEnvironment(value);
      Object.values(value).forEach(visit);
    }
  };
  visit(await parse(source, { syntax: 'typescript', target: 'es2024' }));
  return parsed;
}
