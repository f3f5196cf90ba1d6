import { Picture } from './picture.tsx';

/** Two houses, and the way from one to the other. */
export const TwoHouses = () => (
  <Picture viewBox="4 16 240 156">
    <circle className="tint" cx="122" cy="48" r="26" />
    <path
      className="tint"
      d="M12 142c22-34 58-44 92-24 38-40 90-40 132 2-2 12-8 21-20 25-62 6-128 6-190 2-7 0-11-2-14-5z"
    />
    <path d="M6 138c26-34 60-42 94-24M92 120c40-42 100-42 142 0" />
    <path className="paper" d="M36 112c-1-10-1-20 0-29l17-15 18 15c1 9 1 18 0 27-12-3-24-2-35 2z" />
    <path d="M30 88l23-21 24 21" />
    <path d="M60 71v-9h6v14" />
    <path className="accent" d="M49 109c-1-6-1-11 0-16h9c1 5 1 10 0 15z" />
    <path className="paper" d="M156 92c-1-10-1-21 0-30l22-19 22 19c1 11 1 22 0 33-15-6-30-7-44-3z" />
    <path d="M149 68l29-26 29 26" />
    <path className="accent" d="M173 90c-1-7-1-13 0-18h11c1 6 1 12 0 18z" />
    <path
      className="thin"
      d="M53 110c-2 20 22 24 50 22 34-3 72-8 76-40M61 108c0 10 16 14 40 13 30-2 62-6 68-29"
    />
    <path d="M218 108c0-10 0-16 0-22M218 90c-7-3-9-14 0-24 9 10 7 21 0 24z" />
  </Picture>
);
