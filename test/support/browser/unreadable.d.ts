/** A line for each finding. It is sent to the browser. */
export function findUnreadable(): string[];
