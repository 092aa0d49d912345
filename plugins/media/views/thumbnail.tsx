import type { Media } from '@typecase/contract/media-upload'
import { Icon } from '@typecase/ui/icon'
import { useState } from 'react'

import { isViewable, isPicture, urlAtWidth } from '../list/media-words.ts'
import styles from './media.module.css'

interface ThumbnailProps {
  media: Pick<Media, 'imgix_url' | 'type' | 'color' | 'alt_text'>
  /** Width of the requested image in pixels. */
  width: number
  /** For screen readers; empty beside the name, which says the same. */
  alt?: string
}

/** Shows the picture of a media, or an icon for its kind of file. */
export function Thumbnail({ media, width, alt = '' }: ThumbnailProps) {
  const url = isViewable(media) ? urlAtWidth(media, width) : undefined
  const [failed, setFailed] = useState<string>()
  if (url === undefined || failed === url) {
    return (
      <span className={styles.sign}>
        <Icon name={isPicture(media) ? 'image' : 'file-text'} size={24} />
      </span>
    )
  }
  return (
    <img
      src={url}
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      className={styles.image}
      style={media.color ? { backgroundColor: media.color } : undefined}
      onError={() => setFailed(url)}
    />
  )
}
