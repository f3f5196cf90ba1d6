/** A mail's button: its label and its link. */
export interface MailButton {
  label: string;
  link: string;
}

/** The button in a mail's text. It comes first, below the heading: a label with a colon, then the link. */
export function buttonOf(text: string): MailButton | null {
  const [, label, link] = /^[^\n]+\n\n([^\n]+):\n(https?:\/\/\S+)\n/.exec(text) ?? [];
  return label && link ? { label, link } : null;
}
