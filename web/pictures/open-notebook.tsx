import { Picture } from './picture.tsx';

/** A notebook with an empty page. */
export const OpenNotebook = () => (
  <Picture viewBox="12 36 218 108">
    <path d="M14 140c70-2 142-2 212 0" />
    <path
      className="paper"
      d="M34 128c2-28 8-54 15-76 24-6 46-4 66 6 20-12 44-14 68-8 8 24 14 50 16 78-28-5-56-4-82 6-26-10-54-11-83-6z"
    />
    <path className="tint" d="M120 64c20-11 44-13 66-8 8 24 14 50 16 77-28-5-56-4-82 6 0-26 0-50 0-75z" />
    <path d="M115 58c1 26 2 50 2 76" />
    <path className="thin" d="M58 72c15-3 29-1 43 4M54 88c17-3 32-1 48 4M51 104c18-3 34-1 52 4" />
    <path className="paper" d="M160 124l44-72 9 6-44 71-12 8z" />
    <path d="M160 124l9 5" />
    <path className="accent" d="M204 52l5-8c5-1 9 2 9 6l-5 8z" />
  </Picture>
);
