/**
 * A string as a literal of PostgreSQL (4.1.2 of its manual), the same to the byte as MikroORM's own.
 * That one goes character by character: for the 32 MiB of an import it would stop the whole process for seconds.
 */
export function quoteLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
  return text.includes('\\') ? ` E${quoted}` : quoted;
}
