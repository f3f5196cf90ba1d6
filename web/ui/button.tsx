import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link,
  type LinkProps,
} from 'react-aria-components';

type Look = 'main' | 'second' | 'quiet' | 'danger';

interface Looks {
  /** The one thing to do on a page is `main`. */
  look?: Look;
  size?: 'normal' | 'big' | 'small';
}

const classOf = ({ look = 'main', size = 'normal' }: Looks): string => `button ${look} ${size}`;

type ButtonProps = Omit<AriaButtonProps, 'className'> & Looks;

/** While `isPending` it stays in focus, does nothing, and says to screen readers that it is busy. */
export const Button = ({ look, size, ...props }: ButtonProps) => (
  <AriaButton {...props} className={classOf({ ...(look && { look }), ...(size && { size }) })} />
);

/** A link that looks like a button, for going somewhere. */
export const ButtonLink = ({ look, size, ...props }: Omit<LinkProps, 'className'> & Looks) => (
  <Link {...props} className={classOf({ ...(look && { look }), ...(size && { size }) })} />
);
