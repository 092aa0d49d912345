import { formatSize } from '@typecase/ui/format'
import type { Media } from '@typecase/contract/media-upload'

type Dimensions = Pick<Media, 'width' | 'height' | 'duration' | 'type' | 'size'>

/** Returns the dimensions or the duration, `2400 × 1800` or `0:48`, or else the file size. */
export function formatMeasure({ width, height, duration, size }: Dimensions): string {
  if (duration !== null) {
    const seconds = Math.round(duration)
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
  return width !== null && height !== null ? `${width} × ${height}` : formatSize(size)
}

export const nameOf = ({ original_name, name }: Pick<Media, 'original_name' | 'name'>): string =>
  original_name || name

export const isPicture = ({ type }: Pick<Media, 'type'>): boolean => type.startsWith('image/')

/** Whether browsers can show a picture. HEIC, TIFF and raw photos can only be stored and downloaded. */
export const isViewable = ({ type }: Pick<Media, 'type'>): boolean =>
  /^image\/(apng|avif|bmp|gif|jpeg|png|svg\+xml|webp|x-icon)$/.test(type)

/** Whether our server can crop an image: no vectors, animations or files on other servers. */
export const canBeCropped = ({
  type,
  width,
  imgix_url,
}: Pick<Media, 'type' | 'width' | 'imgix_url'>): boolean =>
  /^image\/(jpeg|png|webp|avif)$/.test(type) && width !== null && imgix_url.includes('/media/')

/** Returns the URL of a picture at a width in pixels. Vector graphics are served unscaled. */
export function urlAtWidth(
  { imgix_url, type }: Pick<Media, 'imgix_url' | 'type'>,
  width: number,
): string {
  if (type === 'image/svg+xml') return imgix_url
  return `${imgix_url}?w=${width}&auto=format`
}
