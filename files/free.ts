/**
 * Frees the memory of bytes that nobody needs any more. V8 would do it when it next collects garbage, but it counts them:
 * beside transfers, it would mark all its objects every few seconds, while everybody waits.
 */
export function free({ buffer, byteLength }: Buffer): void {
  // In a larger buffer there may be bytes that are still needed.
  if (byteLength === buffer.byteLength) (buffer as ArrayBuffer).transfer(0);
}
