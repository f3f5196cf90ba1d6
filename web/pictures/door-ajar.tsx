import { Picture } from './picture.tsx';

/** A door that has been opened, and light behind it. */
export const DoorAjar = () => (
  <Picture viewBox="10 14 220 162">
    <path className="tint" d="M84 156L112 26c14-2 28-2 42 0l2 130 44 18H60z" />
    <path d="M14 156c20-1 42-1 62-1M158 155c24 0 46 0 68 1" />
    <path d="M72 156c-2-46-2-92 0-138 30-3 60-3 92 0 2 46 2 92 0 138" />
    <path d="M82 156c-1-43-1-86 0-129 24-2 48-2 72 0 1 43 1 86 0 129" />
    <path className="paper" d="M82 27l38 10c1 42 1 84 0 127l-38-8c-1-43-1-86 0-129z" />
    <path
      className="thin"
      d="M90 40l22 6c1 14 1 28 0 42l-22-4c-1-15-1-30 0-44zM90 98l22 4c1 16 1 31 0 47l-22-5c-1-16-1-31 0-46z"
    />
    <circle className="accent" cx="115" cy="96" r="3.5" />
    <path className="thin" d="M115 100c0 5 0 8 0 11M112 111h6c0 3 0 5-3 6-3-1-3-3-3-6z" />
  </Picture>
);
