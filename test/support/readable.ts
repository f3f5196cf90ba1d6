/** A history, or anything else with payloads, as text in which every payload can be read. */
export const readable = (anything: unknown): string =>
  JSON.stringify(anything, (_key, value) =>
    // A payload as protobuf writes it in JSON, with its bytes in base64.
    typeof value?.data === 'string' && value.metadata ? Buffer.from(value.data, 'base64').toString() : value,
  );
