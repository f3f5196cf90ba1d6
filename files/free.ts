/**
 * Frees the memory of bytes that nobody needs any more. V8 would free them with its next garbage collection, but it
 * counts them: during transfers, it would mark all its objects every few seconds, while all requests wait.
 */
export function free({ buffer, byteLength }: Buffer): void {
  // In a larger buffer there may be bytes that are still needed.
  if (byteLength === buffer.byteLength) (buffer as ArrayBuffer).transfer(0);
}
