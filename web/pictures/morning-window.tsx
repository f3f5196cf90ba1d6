import { Picture } from './picture.tsx';

/** A cup at a window in the morning. */
export const MorningWindow = ({ isBeside = false }) => (
  <Picture viewBox="12 6 218 134" place={isBeside ? 'beside' : 'below'}>
    <path className="tint" d="M44 22c52-4 106-3 158-1 3 34 3 68 0 102-52 3-106 3-158 0-3-34-3-68 0-101z" />
    <circle className="accent" cx="150" cy="66" r="18" />
    <path className="tint" d="M43 98c30-28 60-30 86-8 24-18 48-16 74 4v29c-52 3-106 3-158 0z" />
    <path className="thin" d="M36 100c30-28 60-30 85-10M121 92c26-18 52-16 78 4" />
    <path d="M36 14c54-4 110-3 162-1 3 37 3 73 0 109-54 3-108 3-162 0-3-36-3-72 0-108z" />
    <path d="M118 13c1 36 1 73 0 110M16 124c70-2 140-2 208 1M20 136c66-2 134-2 200 0" />
    <path className="paper" d="M56 96c13-1 25-1 38 0 0 11-2 20-6 27H62c-4-7-6-16-6-27z" />
    <path d="M93 101c10-2 12 13-3 14" />
    <path className="thin" d="M68 88c-4-6 4-10 0-17M80 88c-4-6 4-10 0-17" />
  </Picture>
);
