import { Picture } from './picture.tsx';

/** A table by the window: a box with letters, and its key on a hook. */
export const LettersOnTable = () => (
  <Picture viewBox="8 24 544 196" place="wide">
    <path className="tint" d="M58 40c44-4 92-3 136-1 3 38 2 78 1 116-46 3-92 2-137 1-2-39-2-78 0-116z" />
    <circle className="accent" cx="146" cy="74" r="15" />
    <path className="tint" d="M59 124c24-26 49-27 71-8 20-17 42-16 65 2v37c-46 3-92 2-137 1z" />
    <path d="M50 31c47-3 98-3 146-1 2 42 2 84 0 127-48 2-97 2-146 0-3-42-3-84 0-126z" />
    <path d="M123 30c1 42 1 84 0 127M50 94h146M36 157c58-2 116-2 176 1" />
    <path className="thin" d="M51 126c26-29 50-31 72-10M123 118c20-18 45-18 72 2" />
    <path className="paper" d="M70 157c-2-5-3-12-4-19h35c-1 7-2 14-4 19z" />
    <path d="M84 138c0-14-1-24-1-34M84 124c-9-1-15-7-17-17 9 1 16 7 17 17zM84 116c7-2 13-9 14-19-8 1-14 8-14 19z" />
    <path d="M14 206c176-3 356-2 532 0" />
    <path className="paper" d="M250 134l4-68c34 3 66 4 100 1l2 67z" />
    <path className="paper" d="M276 134l-16-62 92-17 18 79z" />
    <path d="M260 72c20 12 36 20 52 26 12-13 26-28 40-43" />
    <circle className="accent" cx="312" cy="98" r="8" />
    <path className="paper" d="M232 134c54-2 108-2 162 0 2 24 2 48 0 72-54 1-108 1-162 0-2-24-2-48 0-72z" />
    <path className="tint" d="M240 140c54-2 108-2 162 0 2 24 2 47 0 70-54 1-108 1-162 0-2-23-2-47 0-70z" />
    <path className="thin" d="M233 152c53-1 107-1 161 0" />
    <path className="paper" d="M303 143h20c1 9 1 17 0 24-4 4-6 6-10 6s-6-2-10-6c-1-7-1-15 0-24z" />
    <circle cx="313" cy="154" r="2.75" />
    <path d="M313 157v6" />
    <path className="paper" d="M424 46c36-2 74-2 110 0v15c-36 2-74 2-110 0z" />
    <path d="M450 54v10c0 6 7 6 8 1M504 54v10c0 6 7 6 8 1" />
    <path d="M454 69v14M454 83a13 15 0 1 0 .1 0zM451 113v44c2 2 4 2 6 0v-44M457 142h11v-6h-11M457 155h8v-5h-8" />
    <circle cx="454" cy="98" r="5" />
    <path className="thin" d="M508 69c3 6 3 11 1 18" />
    <path className="accent" d="M498 95l11-9 11 9c1 14 1 28 0 42-7 1-15 1-22 0-1-14-1-28 0-42z" />
    <circle className="paper" cx="509" cy="97" r="3" />
  </Picture>
);
