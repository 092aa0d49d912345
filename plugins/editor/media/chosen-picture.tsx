import { AltText, useMediaByName } from '@typecase/content/react/media-picker'
import type { FileUse } from '@typecase/contract/picture-use'

import { useBucketSlug } from '../use-session.tsx'
import { fileUse } from '@typecase/content/object/media-value'
import { Preview } from './media-search.tsx'
import styles from './media.module.css'

/** Types that our server cuts. */
export const isCroppable = (type = ''): boolean => /^image\/(?:jpeg|png|webp|avif)$/.test(type)

/** The media that a file value names, where it is a picture that our server can cut. */
export function useChosen(value: unknown) {
  const bucketSlug = useBucketSlug()
  const use: FileUse = fileUse(value)
  const media = useMediaByName(bucketSlug, use.name ? [use.name] : []).get(use.name)
  return { media, picture: isCroppable(media?.type) ? use : undefined }
}

/** A picture as its place shows it, and what it lacks. */
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
