/** How a saved file looks, on screen and on paper. */
export const SAVED_STYLE = `
:root { color-scheme: light dark; --line: #8886; --edge: #767676; --soft: #8881; background: Canvas; color: CanvasText; }
body { margin: 0; font: 1.0625rem/1.55 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; }
h1:focus { outline: none; }
h2 { margin-top: 2.5rem; font-size: 1.3rem; }
h3 { margin: 0 0 .5rem; font-size: 1.1rem; overflow-wrap: anywhere; }
article { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: .75rem; break-inside: avoid-page; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: .25rem 1rem; margin: 0; }
dt { opacity: .75; overflow-wrap: anywhere; }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font-family: ui-monospace, monospace; }
dd.plain, summary { font-family: inherit; }
summary { cursor: pointer; }
.about { margin: .75rem 0 0; font-size: .9rem; opacity: .75; overflow-wrap: anywhere; }
form { margin: 1.5rem 0; padding: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--soft); }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
input, button { box-sizing: border-box; width: 100%; min-height: 3rem; padding: .5rem .75rem; font: inherit; border: 1px solid var(--edge); border-radius: .5rem; }
input { font-family: ui-monospace, monospace; }
button { margin-top: .75rem; font-weight: 600; border-color: #1f5c4a; background: #1f5c4a; color: #fff; cursor: pointer; }
[role=alert]:empty { display: none; }
[role=alert] { padding: .75rem; border-left: .25rem solid #c33; background: var(--soft); }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
.letter { scroll-margin-top: 1.5rem; }
.print { margin: 1rem 0 0; }
.alone { display: none; }
main:has(:target) > :not(:has(:target)), section:has(:target) > :not(:target), .letter:target > .print { display: none; }
.letter:target > .alone { display: block; margin: 0 0 1.5rem; padding: .75rem; background: var(--soft); }
@page { margin: 25mm; }
@media print {
  :root { color-scheme: light; }
  main { max-width: none; padding: 0; }
  ::details-content { content-visibility: visible; }
  summary, a[download], .print, .letter:target > .alone { display: none; }
  .letter { border: 0; padding: 0; break-inside: auto; font: 12.5pt/1.6 Charter, Georgia, "Liberation Serif", serif; orphans: 3; widows: 3; }
  .letter h3 { font-size: 16pt; break-after: avoid; }
}
`;
