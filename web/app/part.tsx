/** Parts of the web app whose code and words are loaded when they are needed. */
import { type ComponentType, use } from 'react';
import { Problem } from '../../client/problem.ts';

/** A part that did not arrive. Unlike a `lazy` component of React, it can be asked for again. */
export class PartLoadError extends Problem {
  override name = 'PartLoadError';
  /** Lets the next component that shows the part ask for it again. */
  readonly forget: () => void;
  readonly #load: () => Promise<unknown>;

  constructor(cause: unknown, { load, forget }: { load(): Promise<unknown>; forget(): void }) {
    super({ code: 'unreachable', status: 0, cause });
    this.forget = forget;
    this.#load = load;
  }

  /** @throws the new failure */
  async again(): Promise<void> {
    await stylesAgain();
    await this.#load();
  }
}

/** Vite requests a stylesheet only once, even if it does not arrive. */
async function stylesAgain(): Promise<void> {
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    ({ sheet }) => sheet === null,
  );
  await Promise.all(
    missing.map(
      (link) =>
        new Promise((resolve, reject) => {
          const copy = link.cloneNode() as HTMLLinkElement;
          copy.onload = resolve;
          copy.onerror = reject;
          link.replaceWith(copy);
        }),
    ),
  );
}

export type LazyPart<Props> = ComponentType<Props> & {
  /** @throws PartLoadError */
  load(): Promise<unknown>;
};

export function part<Props extends object>(
  fetchPart: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  let Loaded: ComponentType<Props> | undefined;
  const forget = () => {
    loading = undefined;
  };
  const fetchOnce = () => {
    loading ??= fetchPart().then(
      (module) => {
        Loaded = module.default;
        return Loaded;
      },
      (cause) => {
        throw new PartLoadError(cause, { load, forget });
      },
    );
    return loading;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: one for each part, at the start
  function Shown(props: Props) {
    const Whole = Loaded ?? use(fetchOnce());
    return <Whole {...props} />;
  }
  const load = () =>
    fetchOnce().catch((error) => {
      forget();
      throw error;
    });
  return Object.assign(Shown, { load });
}
