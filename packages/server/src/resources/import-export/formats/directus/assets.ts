import { wordSlug } from '../../../buckets/slug-from-title.ts'
import type { ExportFiles, ForeignMedia, LinkTarget, MissingTarget } from '../format.ts'
import { createMediaList, lastPart } from '../media-list.ts'
import { isoTime, present, type Row, textOf } from '../rows.ts'
import { createSlugList } from '../slug-list.ts'
import { itemsIn } from './schema.ts'

/** Matches the address of a file, on any host. */
const ASSET = /\/assets\/([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})/i

/** Collects the files of a template as media, with their folders. */
export async function readAssets(
  files: ExportFiles,
  root: string,
  warn: (message: string) => void,
) {
  const media = createMediaList()
  const images = new Set<string>()
  const folders = await readFolders(files, root)
  const paths = new Map(
    files.paths
      .filter((path) => path.startsWith(`${root}assets/`))
      .map((path) => [lastPart(path), path]),
  )
  const pathsById = new Map([...paths].map(([name, path]) => [name.replace(/\..*$/, ''), path]))

  for await (const file of itemsIn(files, `${root}files.json`)) {
    const id = textOf(file['id'])
    const type = textOf(file['type'])
    const path = paths.get(textOf(file['filename_disk'])) ?? pathsById.get(id)
    if (id === '') continue
    if (path === undefined) {
      warn('Media whose files the template does not hold are left out.')
      continue
    }
    if (type.startsWith('text/html')) {
      warn('HTML files are left out.')
      continue
    }
    const original = textOf(file['filename_download']) || lastPart(path)
    const isImage = type.startsWith('image/')
    const description = textOf(file['description'])
    const details: Partial<ForeignMedia> = present({
      original_name: original,
      type,
      title: file['title'],
      alt_text: isImage ? description : '',
      folder: folders.get(textOf(file['folder']))?.slug,
      width: lengthOf(file['width']),
      height: lengthOf(file['height']),
      created_at: isoTime(file['uploaded_on']) || isoTime(file['created_on']),
      metadata: !isImage && description !== '' ? { description } : undefined,
    })
    const name = media.add(id, { name: original, path, ...details })
    if (isImage) images.add(name)
  }

  return {
    all: (): readonly ForeignMedia[] => media.all(),
    folders: [...folders.values()],
    nameOf: (id: string): string | undefined => media.nameOf(id),
    isImage: (name: string): boolean => images.has(name),
    /** Returns the media at an address in a text, which may have parameters of a transformation. */
    resolve(address: string): LinkTarget | MissingTarget | undefined {
      const id = ASSET.exec(address)?.[1]
      const name = id === undefined ? undefined : media.nameOf(id.toLowerCase())
      if (name !== undefined) return { media: name }
      return id !== undefined && address.startsWith('/') ? { missing: address } : undefined
    },
  }
}
export type Assets = Awaited<ReturnType<typeof readAssets>>

async function readFolders(files: ExportFiles, root: string) {
  const slugOf = createSlugList()
  const rows: Row[] = await Array.fromAsync(itemsIn(files, `${root}folders.json`))
  const slugs = new Map(
    rows.map(({ id, name }) => [textOf(id), slugOf('', wordSlug(textOf(name), 'folder'))]),
  )
  return new Map(
    rows.map(({ id, name, parent }) => [
      textOf(id),
      {
        slug: slugs.get(textOf(id)) ?? '',
        title: textOf(name) || textOf(id),
        parent: slugs.get(textOf(parent)) ?? null,
      },
    ]),
  )
}

const lengthOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
