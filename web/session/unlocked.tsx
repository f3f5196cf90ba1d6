/** The address that asks for the password if the vault is locked, for links from pages that don't need an open one. */
import { Redirect, useSearchParams } from 'wouter';
import { safePath } from './safe-path.ts';

export default function Unlocked() {
  const [search] = useSearchParams();
  return <Redirect to={safePath(search.get('next'), location.origin)} replace />;
}
