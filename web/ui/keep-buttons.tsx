import { Trans } from '@lingui/react/macro';
import { Copy, Download, Printer } from 'lucide-react';
import { Button } from './button.tsx';

interface KeepButtonsProps {
  onSave(): unknown;
  /** Left out for a sheet, which is more than text. */
  onCopy?(): unknown;
}

/** The ways to keep what is shown only once. */
export const KeepButtons = ({ onSave, onCopy }: KeepButtonsProps) => (
  <div className="actions no-print">
    <Button look="second" onPress={() => print()}>
      <Printer aria-hidden="true" size={18} />
      <Trans>Print</Trans>
    </Button>
    <Button look="second" onPress={onSave}>
      <Download aria-hidden="true" size={18} />
      <Trans>Save as a file</Trans>
    </Button>
    {onCopy && (
      <Button look="second" onPress={onCopy}>
        <Copy aria-hidden="true" size={18} />
        <Trans>Copy</Trans>
      </Button>
    )}
  </div>
);
