import { useSyncExternalStore } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link,
  type LinkProps,
} from 'react-aria-components';

type ButtonStyle = 'main' | 'second' | 'quiet' | 'danger';

interface Looks {
  /** The one thing to do on a page is `main`. */
  look?: ButtonStyle;
  size?: 'normal' | 'big' | 'small';
}

const classOf = ({ look = 'main', size = 'normal' }: Looks): string => `button ${look} ${size}`;

type ButtonProps = Omit<AriaButtonProps, 'className'> & Looks;

const never = (): (() => void) => () => {};

/** False on a page that the build has rendered, until its script is there. */
const useScript = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** While `isPending` it stays in focus, does nothing, and tells screen readers that it is busy. */
export function Button({ look, size, type = 'button', ...props }: ButtonProps) {
  // Without a script, the browser itself would send the form.
  const isThere = useScript();
  return (
    <AriaButton
      {...props}
      type={isThere ? type : 'button'}
      className={classOf({ ...(look && { look }), ...(size && { size }) })}
    />
  );
}

/** A link that looks like a button, for going somewhere. */
export const ButtonLink = ({ look, size, ...props }: Omit<LinkProps, 'className'> & Looks) => (
  <Link {...props} className={classOf({ ...(look && { look }), ...(size && { size }) })} />
);
