import type { ReactNode } from 'react';
import { Label, Text } from 'react-aria-components';

export interface FieldHeadProps {
  label: ReactNode;
  /** A hint, always visible, unlike a placeholder. */
  description?: ReactNode;
}

/** The label and the description above every field. React Aria connects them with the field around them. */
export const FieldHead = ({ label, description }: FieldHeadProps) => (
  <>
    <Label>{label}</Label>
    {description && (
      <Text slot="description" className="quiet">
        {description}
      </Text>
    )}
  </>
);
