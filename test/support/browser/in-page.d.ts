interface Violation {
  id: string;
  help: string;
  helpUrl: string;
  impact: string | null;
  tags: string[];
  nodes: { html: string; summary: string }[];
}
export function runAxe(tags: readonly string[]): Promise<Violation[] | null>;

export interface PageLook {
  language: string;
  theme: 'light' | 'dark';
}
export function currentLook(): PageLook;
export function speakAsOtherTab(language: string): Promise<void>;
export function showFocus(): void;
