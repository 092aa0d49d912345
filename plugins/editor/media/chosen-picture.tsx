import { AltText, useMediaByName } from '@typecase/content/react/media-picker'
import type { FileUse } from '@typecase/contract/picture-use'

import { useBucketSlug } from '../use-session.tsx'
import { fileUse } from '@typecase/content/object/media-value'
import { Preview } from './media-search.tsx'
import styles from './media.module.css'

/** Whether our server can crop images of this type. */
export const isCroppable = (type = ''): boolean => /^image\/(?:jpeg|png|webp|avif)$/.test(type)

/** Reads the media that a file value names, and its use if it is a picture that our server can crop. */
export function useChosen(value: unknown) {
  const bucketSlug = useBucketSlug()
  const use: FileUse = fileUse(value)
  const media = useMediaByName(bucketSlug, use.name ? [use.name] : []).get(use.name)
  return { media, picture: isCroppable(media?.type) ? use : undefined }
}

/** Shows a picture as it will be used, and what it lacks. */
export function ChosenPicture({ value }: { value: unknown }) {
  const bucketSlug = useBucketSlug()
  const { media } = useChosen(value)
  const { use } = fileUse(value)
  return (
    <>
      <Preview value={value} isLarge />
      {use.rect ? (
        <p className={styles.use}>{`Cropped to ${use.rect[2]} × ${use.rect[3]}`}</p>
      ) : null}
      {media?.type.startsWith('image/') && media.alt_text === '' ? (
        <AltText bucketSlug={bucketSlug} media={media} />
      ) : null}
    </>
  )
}
