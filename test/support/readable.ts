/** A history, or anything else that holds payloads, as one text in which every payload can be read. */
export const readable = (anything: unknown): string =>
  JSON.stringify(anything, (_key, value) =>
    // A payload as protobuf writes it into JSON: its bytes are base64.
    typeof value?.data === 'string' && value.metadata ? Buffer.from(value.data, 'base64').toString() : value,
  );
