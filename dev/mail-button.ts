/** A mail's button: its label and its link. */
export interface MailButton {
  label: string;
  link: string;
}

/** The button in a mail's text: a label with a colon, then the link. Links to opt out come later, in the signature. */
export function buttonOf(text: string): MailButton | null {
  const [letter = ''] = text.split('\n-- \n');
  const [, label, link] = /\n\n([^\n]+):\n(https?:\/\/\S+)\n/.exec(letter) ?? [];
  return label && link ? { label, link } : null;
}
