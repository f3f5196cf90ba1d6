import { useLingui } from '@lingui/react/macro';

/** How large a file is, in the reader's language. */
function sizeIn(locale: string, bytes: number): string {
  const [unit, value] =
    bytes < 1_000
      ? ['byte', bytes]
      : bytes < 1_000_000
        ? ['kilobyte', bytes / 1_000]
        : bytes < 1_000_000_000
          ? ['megabyte', bytes / 1_000_000]
          : ['gigabyte', bytes / 1_000_000_000];
  const maximumFractionDigits = value < 10 && unit !== 'byte' ? 1 : 0;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: `${unit}`,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits,
  }).format(Number(value));
}

export function useSize(): (bytes: number) => string {
  const { i18n } = useLingui();
  return (bytes) => sizeIn(i18n.locale, bytes);
}
