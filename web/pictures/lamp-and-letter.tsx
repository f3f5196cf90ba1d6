import { Picture } from './picture.tsx';

/** A letter to read, and light to read it by. */
export const LampAndLetter = () => (
  <Picture viewBox="12 22 224 124">
    <path className="tint" d="M150 52l48-1 34 91H104z" />
    <path d="M14 142c70-2 142-2 212 0" />
    <path d="M176 142c-1-26-1-52 0-76M160 142c2-6 8-8 16-8s14 2 16 8" />
    <path className="paper" d="M158 28c11-1 24-1 36 0l13 36c-20 2-42 2-62 0z" />
    <path className="tint" d="M163 32c11-1 24-1 36 0l13 35c-20 2-42 2-62 0z" />
    <path className="thin" d="M190 66c0 6 0 9-1 14" />
    <circle className="accent" cx="189" cy="83" r="2.5" />
    <path className="paper" d="M36 136l16-36c26-2 50-2 74 0l-12 37c-26 1-52 1-78-1z" />
    <path className="paper" d="M58 126l10-52c20 3 38 4 56 3l-8 51c-20 2-38 1-58-2z" />
    <path className="thin" d="M76 86c12 2 24 3 36 2M74 97c12 2 24 3 36 2M72 108c8 1 14 2 22 2" />
    <path className="paper" d="M36 136c14-8 26-15 40-21 14 5 26 12 38 22-26 1-52 1-78-1z" />
    <path d="M36 136l16-36M114 137l12-37" />
  </Picture>
);
