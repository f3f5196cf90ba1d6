/** Stands in for the browser's globals that modules use as they load, while the build renders pages. */

/** A real one would listen, and keep the build from ending. */
class SilentChannel {
  postMessage(): void {}
  addEventListener(): void {}
}

Object.assign(globalThis, { BroadcastChannel: SilentChannel, addEventListener() {} });
