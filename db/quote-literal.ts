/**
 * A string as a PostgreSQL literal (manual, 4.1.2), byte for byte what MikroORM's own function returns. MikroORM goes
 * through it character by character, which blocks the process for seconds on a 32 MiB import.
 */
export function quoteLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
  return text.includes('\\') ? ` E${quoted}` : quoted;
}
