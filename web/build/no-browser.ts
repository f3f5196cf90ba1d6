/** Stands in for what modules of the web app reach for as they load, while the build renders them outside of a browser. */

/** A real one would listen, and keep the build from ending. */
class SilentChannel {
  postMessage(): void {}
  addEventListener(): void {}
}

Object.assign(globalThis, { BroadcastChannel: SilentChannel, addEventListener() {} });
