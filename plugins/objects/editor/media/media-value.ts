import { isRecord } from '../draft/json-equal.ts'

/** The name of a media value: fields store names, answers may hold the media whole or its address. */
export function mediaName(value: unknown): string {
  if (typeof value === 'string') return value
  if (!isRecord(value)) return ''
  const { name, url, imgix_url: imgix } = value
  if (typeof name === 'string' && name) return name
  const address = typeof url === 'string' && url ? url : imgix
  return typeof address === 'string' ? decodeURIComponent(address.split('/').at(-1) ?? '') : ''
}

export function mediaNames(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : value ? [value] : []
  return items.map(mediaName).filter(Boolean)
}

/** Where a media is served: its name below /media/, or the address itself. Nothing else may be loaded. */
export function mediaUrl(name: string): string | undefined {
  const text = name.trim()
  if (!text) return undefined
  if (/^https?:\/\//i.test(text)) return text
  return `/media/${encodeURIComponent(text.replace(/^\/media\//, ''))}`
}

/** The address of a picture to show beside the name; undefined for other files. */
export function previewUrl(name: string): string | undefined {
  const path = name.split(/[?#]/)[0] ?? ''
  return /\.(avif|gif|jpe?g|png|svg|webp)$/i.test(path) ? mediaUrl(name) : undefined
}

/** The same no wider than it is shown, where our own server makes it. */
export function sizedPreview(name: string, width: number): string | undefined {
  const url = previewUrl(name)
  const isOwn = url?.startsWith('/media/') && !/\.svg$/i.test(url)
  return isOwn ? `${url}?w=${width}&auto=format` : url
}
