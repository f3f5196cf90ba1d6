import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** Navigates after something has been awaited, unless its user has left the page since. */
export function useNavigateWhileHere(): ReturnType<typeof useLocation>[1] {
  const [, navigate] = useLocation();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return (...target) => {
    if (isHere.current) navigate(...target);
  };
}
