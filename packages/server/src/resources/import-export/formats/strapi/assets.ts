import type { ExportFiles, ForeignMedia, LinkTarget, MissingTarget } from '../format.ts'
import { createMediaList, lastPart } from '../media-list.ts'
import { isoTime, present, textOf } from '../rows.ts'
import type { Entity } from './export-rows.ts'

/** Collects the uploaded files of an export as media. */
export function createAssets({ paths }: ExportFiles, warn: (message: string) => void) {
  const media = createMediaList()
  const images = new Set<string>()
  const byFile = new Map<string, string>()
  const files = new Map(
    paths
      .filter((path) => /(?:^|\/)assets\/uploads\/[^/]+$/.test(path))
      .map((path) => [lastPart(path), path]),
  )

  return {
    add({ id, data }: Entity): void {
      const url = textOf(data['url'])
      const file = `${textOf(data['hash'])}${textOf(data['ext'])}` || lastPart(url)
      const path = files.get(file) ?? files.get(lastPart(url))
      const isWeb = /^https?:\/\//.test(url) && URL.canParse(url)
      const type = textOf(data['mime'])
      if (path === undefined && !isWeb) {
        warn('Media whose files the export does not hold are left out.')
        return
      }
      if (type.startsWith('text/html') || /\.html?$/i.test(file)) {
        warn('HTML files are left out.')
        return
      }
      const details: Partial<ForeignMedia> = present({
        original_name: data['name'],
        type,
        title: data['caption'],
        alt_text: data['alternativeText'],
        width: lengthOf(data['width']),
        height: lengthOf(data['height']),
        created_at: isoTime(data['createdAt']),
      })
      const name = media.add(id, {
        name: file,
        ...details,
        ...(path === undefined ? { url } : { path }),
      })
      byFile.set(file, name).set(lastPart(url), name)
      if (type.startsWith('image/')) images.add(name)
    },
    all: (): readonly ForeignMedia[] => media.all(),
    nameOf: (id: string): string | undefined => media.nameOf(id),
    isImage: (name: string): boolean => images.has(name),
    /** Returns the media at an address in a text, which may be that of a smaller format. */
    resolve(address: string): LinkTarget | MissingTarget | undefined {
      if (!/(?:^|\/)uploads\/[^/]+$/.test(address.replace(/[?#].*$/, ''))) {
        const name = /^https?:/.test(address) ? byFile.get(lastPart(address)) : undefined
        return name === undefined ? undefined : { media: name }
      }
      const file = lastPart(address)
      const original = file.replace(/^(?:thumbnail|small|medium|large|xlarge)_/, '')
      const name = byFile.get(file) ?? byFile.get(original)
      if (name !== undefined) return { media: name }
      return address.startsWith('/uploads/') ? { missing: address } : undefined
    },
  }
}

const lengthOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
