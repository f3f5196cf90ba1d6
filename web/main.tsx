import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preferredLanguage, speak } from './app/language.ts';
import { lockWhenIdle } from './session/idle.ts';
import './style/tokens.css';
import './style/base.css';
import './style/layout.css';
import './style/controls.css';

lockWhenIdle();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
await speak(preferredLanguage(), ['shell']);
createRoot(root).render(<App />);
