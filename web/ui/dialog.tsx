import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

interface DialogProps {
  title: ReactNode;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** A dialog that needs an answer doesn't close on a click outside it. */
  mustAnswer?: boolean;
  children: ReactNode;
}

/** A question or a form above the page. Escape closes it, and the focus goes back to where it was. */
export const Dialog = ({ title, isOpen, onOpenChange, mustAnswer = false, children }: DialogProps) => (
  <ModalOverlay className="overlay" isOpen={isOpen} onOpenChange={onOpenChange} isDismissable={!mustAnswer}>
    <Modal className="modal">
      <AriaDialog className="dialog" role={mustAnswer ? 'alertdialog' : 'dialog'}>
        <Heading slot="title">{title}</Heading>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);
