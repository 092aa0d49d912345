/** Pixels of a row's thumbnail on a dense screen. */
const SIZE = 52

/** Where the small picture of a row is: thumbnails are media names or addresses. */
export function thumbnailUrl(thumbnail: string | null): string | null {
  const name = thumbnail?.trim() ?? ''
  if (name === '') return null
  if (/^https?:\/\//i.test(name)) return name
  const path = name.replace(/^\/?media\//, '')
  return `/media/${encodeURIComponent(path)}?w=${SIZE}&h=${SIZE}&fit=crop`
}
