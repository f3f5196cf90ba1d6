/** Papers, photographed with the phone, one after the other. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Camera } from 'lucide-react';
import { useRef } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button } from '../ui/button.tsx';

interface TakePhotosProps {
  onPhotos(photos: File[]): void;
  /** How many were taken before, and kept while the vault was locked. */
  before?: number;
  isDisabled?: boolean;
}

/** Elsewhere, a browser would only ask for a file. */
const isPhone = (): boolean => matchMedia('(pointer: coarse)').matches;

export function TakePhotos({ onPhotos, before = 0, isDisabled = false }: TakePhotosProps) {
  const { t } = useLingui();
  const taken = useRef(before);
  if (!isPhone()) return null;
  // Phones give all of them the same name.
  const named = (photo: File) => {
    taken.current += 1;
    const [, ending = 'jpg'] = photo.type.split('/');
    const page = taken.current;
    return new File([photo], `${t`Page ${page}`}.${ending === 'jpeg' ? 'jpg' : ending}`, {
      type: photo.type,
    });
  };
  return (
    <FileTrigger
      defaultCamera="environment"
      acceptedFileTypes={['image/*']}
      onSelect={(photos) => onPhotos([...(photos ?? [])].map(named))}
    >
      <Button look="second" size="small" isDisabled={isDisabled}>
        <Camera aria-hidden="true" size={18} />
        <Trans>Take a photo</Trans>
      </Button>
    </FileTrigger>
  );
}
