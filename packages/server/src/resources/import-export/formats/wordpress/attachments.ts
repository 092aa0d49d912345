import { isRecord } from '@typecase/contract/field-values/value-check'

import type { ExportFiles, ForeignMedia } from '../format.ts'
import { createMediaList } from '../media-list.ts'
import type { Addresses, Site } from './addresses.ts'
import { readSerialized } from './php-values.ts'
import type { GalleryPicture } from './texts.ts'
import { detach, plainText, type WxrItem } from './wxr-items.ts'

/** Matches files that a text names, and for which the export may lack attachments. */
const UPLOAD = /https?:\/\/[^\s"'<>()\\]+\/wp-content\/uploads\/[^\s"'<>()\\?#]+\.[a-z0-9]{2,5}\b/gi
/** Matches the part of an address that is the same in an archive. */
const UPLOAD_PATH = /\/(uploads\/.+)$/
const MAX_ADDRESS = 900

/** Collects the attachments of an export as media. */
export function createAttachments(files: ExportFiles, addresses: Addresses) {
  const media = createMediaList()
  const pictures = new Map<string, GalleryPicture>()
  const byParent = new Map<string, string[]>()
  const uploads = new Map<string, string>()
  const paths = new Map(
    files.paths.flatMap((path) => {
      const [, tail] = UPLOAD_PATH.exec(`/${path}`) ?? []
      return tail === undefined ? [] : [[tail, path]]
    }),
  )

  function pathOf(url: string): { path?: string } {
    const path = paths.get(UPLOAD_PATH.exec(url)?.[1] ?? '')
    return path === undefined ? {} : { path }
  }

  return {
    add(item: WxrItem): void {
      const { id, attachmentUrl: url, parent } = item
      const of = (key: string) => item.meta.find(([one]) => one === key)?.[1] ?? ''
      if (!isAddress(url)) return
      const caption = plainText(item.excerpt)
      const description = plainText(item.content)
      const alt = of('_wp_attachment_image_alt')
      const details = readSerialized(of('_wp_attachment_metadata'))?.value
      const one: Omit<ForeignMedia, 'name'> = {
        url: detach(url),
        ...pathOf(url),
        title: item.title,
        alt_text: alt,
        ...(isRecord(details) && {
          ...count(details, 'width', 'width'),
          ...count(details, 'height', 'height'),
          ...count(details, 'filesize', 'size'),
        }),
        ...(item.date && { created_at: item.date }),
        metadata: { ...(caption && { caption }), ...(description && { description }) },
      }
      const name = media.add(detach(`attachment ${id}`), copy(one))
      addresses.addMedia(url, name)
      pictures.set(detach(id), copy({ url, alt, caption }))
      if (parent === undefined) return
      const siblings = byParent.get(parent)
      if (siblings) siblings.push(detach(id))
      else byParent.set(detach(parent), [detach(id)])
    },
    /** Records the files that a text names. */
    addUploads(text: string): void {
      if (!text.includes('/wp-content/uploads/')) return
      for (const [url] of text.matchAll(UPLOAD)) {
        if (url.length > MAX_ADDRESS || addresses.mediaAt(url) !== undefined) continue
        const key = addresses.mediaKey(url)
        if (key !== undefined && !uploads.has(key)) uploads.set(detach(key), detach(url))
      }
    },
    /** Adds the site's files that texts name, but for which the export has no attachments. */
    finish({ host }: Site): void {
      for (const [key, url] of uploads) {
        if (!key.startsWith(`${host}/`) || addresses.mediaAt(url) !== undefined) continue
        addresses.addMedia(url, media.add(key, { url, ...pathOf(url) }))
      }
      uploads.clear()
    },
    nameOf: (id: string): string | undefined => media.nameOf(`attachment ${id}`),
    picturesOf: (ids: readonly string[] | undefined, postId: string): GalleryPicture[] =>
      (ids ?? byParent.get(postId) ?? []).flatMap((id) => pictures.get(id) ?? []),
    all: media.all,
  }
}

export type Attachments = ReturnType<typeof createAttachments>

const isAddress = (url: string): boolean =>
  /^https?:\/\//.test(url) && URL.canParse(url) && url.length <= MAX_ADDRESS

function count(details: Readonly<Record<string, unknown>>, key: string, as: string) {
  const value = Number(details[key])
  return Number.isSafeInteger(value) && value > 0 ? { [as]: value } : {}
}

/** Returns a copy whose texts do not keep the text of the file in memory. */
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
