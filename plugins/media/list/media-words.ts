import { formatSize } from '@typecase/ui/format'
import type { Media } from '@typecase/contract/media-upload'

type Measured = Pick<Media, 'width' | 'height' | 'duration' | 'type' | 'size'>

/** The dimensions or the duration, `2400 × 1800` or `0:48`; else the file size. */
export function formatMeasure({ width, height, duration, size }: Measured): string {
  if (duration !== null) {
    const seconds = Math.round(duration)
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
  return width !== null && height !== null ? `${width} × ${height}` : formatSize(size)
}

export const nameOf = ({ original_name, name }: Pick<Media, 'original_name' | 'name'>): string =>
  original_name || name

export const isPicture = ({ type }: Pick<Media, 'type'>): boolean => type.startsWith('image/')

/** Pictures that browsers can show; HEIC, TIFF and raw photos are stored and downloaded only. */
export const isViewable = ({ type }: Pick<Media, 'type'>): boolean =>
  /^image\/(apng|avif|bmp|gif|jpeg|png|svg\+xml|webp|x-icon)$/.test(type)

/** Our server crops images, but no vectors, animations or files elsewhere. */
export const canBeCropped = ({
  type,
  width,
  imgix_url,
}: Pick<Media, 'type' | 'width' | 'imgix_url'>): boolean =>
  /^image\/(jpeg|png|webp|avif)$/.test(type) && width !== null && imgix_url.includes('/media/')

/** The address of a picture at a width; vector graphics are served unscaled. */
export function sized(
  { imgix_url, type }: Pick<Media, 'imgix_url' | 'type'>,
  width: number,
): string {
  if (type === 'image/svg+xml') return imgix_url
  return `${imgix_url}?w=${width}&auto=format`
}
