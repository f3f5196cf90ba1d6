/** The secret that signs, and after it those that are still accepted, newest first. Each in base64. */
export type SecretList = readonly [current: string, ...previous: string[]];
