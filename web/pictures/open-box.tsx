import { Picture } from './picture.tsx';

/** A box that is still empty, and a letter for it. */
export const OpenBox = () => (
  <Picture viewBox="12 34 218 116">
    <path d="M14 142c70-2 142-2 212 0" />
    <path className="paper" d="M46 82L34 42c44-3 88-3 132-1l10 41z" />
    <path className="tint" d="M52 80L42 48c38-2 76-2 113-1l9 33z" />
    <path className="paper" d="M46 82c43-2 87-2 130 0 2 20 2 40 0 60-43 1-87 1-130 0-2-20-2-40 0-60z" />
    <path className="tint" d="M53 88c43-2 87-2 130 0 2 20 2 38 0 57-43 1-87 1-130 0-2-19-2-37 0-57z" />
    <path className="thin" d="M47 97c42-1 86-1 128 0" />
    <path className="paper" d="M102 90h18c1 8 1 14 0 20-3 4-6 5-9 5s-6-1-9-5c-1-6-1-12 0-20z" />
    <circle cx="111" cy="99" r="2.25" />
    <path d="M111 101v5" />
    <path className="paper" d="M158 140l9-36 56 13-7 24z" />
    <path d="M167 104c8 11 14 18 21 24 11-3 22-7 35-11" />
    <circle className="accent" cx="188" cy="127" r="5" />
  </Picture>
);
