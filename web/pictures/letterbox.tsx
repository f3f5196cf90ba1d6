import { Picture } from './picture.tsx';

/** A letter that arrives. */
export const Letterbox = () => (
  <Picture viewBox="50 10 220 130">
    <path className="paper" d="M84 66l-4-46c28-3 56-4 84-3l-2 49z" />
    <path d="M80 20c14 11 28 20 41 26 14-8 28-18 43-29" />
    <circle className="accent" cx="121" cy="45" r="6" />
    <path className="paper" d="M56 62c44-3 88-3 132 0 2 24 2 48 0 72-44 2-88 2-132 0-2-24-2-48 0-72z" />
    <path className="tint" d="M64 70c44-3 88-3 132 0 2 23 2 45 0 67-44 2-88 2-132 0-2-22-2-44 0-67z" />
    <path d="M72 72c34-2 66-2 100 0" />
    <path className="thin" d="M76 80c30-2 62-2 92 0" />
    <path className="paper" d="M92 98c20-1 40-1 60 0v20c-20 1-40 1-60 0z" />
    <path className="thin" d="M100 108h30" />
    <circle cx="174" cy="112" r="3" />
  </Picture>
);
