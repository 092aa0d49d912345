import { type FileUse, storedFileUse, withUse, writeFileUse } from '@typecase/contract/picture-use'

import { isRecord } from './json-equal.ts'

/** Returns the media name in a file value, and its crop. Responses may contain addresses instead of the name. */
export function fileUse(value: unknown): FileUse {
  if (typeof value === 'string') return storedFileUse(value)
  if (!isRecord(value)) return { name: '', use: {} }
  const { name, url, imgix_url: imgix } = value
  const uses = [name, url, imgix].flatMap((one) =>
    typeof one === 'string' && one !== '' ? storedFileUse(one) : [],
  )
  const [first] = uses
  if (!first) return { name: '', use: {} }
  const use = uses.find((one) => Object.keys(one.use).length > 0)?.use ?? {}
  return { name: decodeURIComponent(first.name), use }
}

/** Returns the name of a media, or the address of an external file. */
export const mediaName = (value: unknown): string =>
  typeof value === 'string' && /^https?:/i.test(value) ? value : fileUse(value).name

/** Returns the values of a field of several files, each in the form in which it is stored. */
export function fileValues(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : value ? [value] : []
  return items
    .map((item) => (typeof item === 'string' ? item : writeFileUse(fileUse(item))))
    .filter(Boolean)
}

/** Returns the address of a media: its name below /media/, or the address itself. No other source may be loaded. */
export function mediaUrl(name: string): string | undefined {
  const text = name.trim()
  if (!text) return undefined
  if (/^https?:\/\//i.test(text)) return text
  return `/media/${encodeURIComponent(text.replace(/^\/media\//, ''))}`
}

/** Returns the address of an image to show next to the name; undefined for other files. */
export function previewUrl(name: string): string | undefined {
  const path = name.split(/[?#]/)[0] ?? ''
  return /\.(avif|gif|jpe?g|png|svg|webp)$/i.test(path) ? mediaUrl(name) : undefined
}

/** Returns the preview of a value, with its crop and at its displayed width if our own server renders it. */
export function sizedPreview(value: unknown, width: number): string | undefined {
  const url = previewUrl(mediaName(value))
  if (!url?.startsWith('/media/') || /\.svg$/i.test(url)) return url
  return `${withUse(url, fileUse(value).use)}?w=${width}&auto=format`
}
