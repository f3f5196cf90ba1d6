import { checkedLink, type Letter } from '../layout/letter.ts';

/** What a way shows, and where its button leads. */
export interface Note {
  title: string;
  text: string;
  link: string;
  label: string;
}

/** @throws TypeError if letters of this kind have nothing for other ways than a mailbox */
export function noteOf({ note, action }: Letter): Note {
  if (!note || !action) throw new TypeError('This kind of mail goes to mailboxes only');
  return { ...note, link: checkedLink(action.link), label: action.label };
}
