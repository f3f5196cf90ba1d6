/** For scripts/social-picture.ts, which can't read TSX: the drawing of the first page, as SVG. */
import { renderToStaticMarkup } from 'react-dom/server';
import { LettersOnTable } from '../pictures/letters-on-table.tsx';

export const drawing = (): string => renderToStaticMarkup(<LettersOnTable />);
