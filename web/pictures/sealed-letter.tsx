import { Picture } from './picture.tsx';

/** A letter, finished and sealed. */
export const SealedLetter = () => (
  <Picture viewBox="12 44 218 102">
    <path d="M14 142c70-2 142-2 212 0" />
    <path d="M186 140c8-30 14-56 13-88M196 108c10 0 18-5 22-16-11 0-19 6-22 16zM191 118c-9-3-14-10-14-20 9 3 14 10 14 20zM199 84c9-2 15-8 17-18-10 2-16 9-17 18zM197 92c-9-4-13-11-12-22 9 4 13 12 12 22z" />
    <path className="tint" d="M48 62c42-2 84-2 126 0 2 27 2 54 0 81-42 1-84 1-126 0-2-27-2-54 0-81z" />
    <path className="paper" d="M40 56c42-2 84-2 126 0 2 29 2 57 0 86-42 1-84 1-126 0-2-29-2-57 0-86z" />
    <path d="M40 56c22 20 42 34 63 46 21-12 42-27 63-46" />
    <path className="thin" d="M41 140c14-16 28-30 43-42M165 140c-14-16-28-30-43-42" />
    <path
      className="accent"
      d="M103 88c5-2 9 1 12 4 4 3 4 8 3 12-2 5-6 9-11 10-5 2-10 0-14-3-4-4-6-9-4-14 1-5 8-9 14-9z"
    />
    <path className="on-accent" d="M97 101l4.5 4.5 8-9" />
  </Picture>
);
