import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

import type { ImportModel, ImportSource } from '@typecase/contract/import-export'
import type { Metafield } from '@typecase/contract/metafields'

import { storableValue } from '../../../storable.ts'
import type { Archive } from '../reading/archive.ts'
import { readBucketFile } from '../reading/bucket-json.ts'
import type { FileContents, Reading } from '../reading/read-file.ts'
import { withNewNames } from '../reading/renamed-media.ts'
import type { ForeignBucket, ForeignMedia, ForeignType, ImportFormat } from './format.ts'
import { createLinkRewriter } from './links.ts'
import { loadFormats } from './load-formats.ts'
import { mediaTypeOf } from './media-types.ts'
import type { OpenExport } from './open-export.ts'
import { remodel } from './remodel.ts'

/** Number of sample values per field in a report. */
const SAMPLES = 3
const SAMPLE_LENGTH = 120
/** Maximum number of addresses without a target in a report. */
const MISSING_LINKS = 100

/** Detects the format of an export of another system; undefined for any other file. */
export async function formatOf(files: OpenExport): Promise<ImportFormat | undefined> {
  for (const { default: format } of await loadFormats())
    if (await format.matches(files)) return format
  return undefined
}

/** Reads an export of another system in the form of a bucket.json. */
export async function readForeign(
  { staging, issues, bringMedia, mediaBase, importedObjects, onRead }: Reading,
  files: OpenExport,
  format: ImportFormat,
  model: ImportModel,
): Promise<FileContents> {
  const imported = await importedObjects()
  const foreign = await format.read(files, {
    importedObject: imported.byId,
    warn: (message, same) => issues.warn(message, undefined, same),
    options: model.options ?? {},
  })
  const source = describe(foreign, format)
  const observe = observerOf(source)
  const bucket = remodel(observing(foreign, observe), model)
  const archive = filesOf(bucket.media, files)
  const {
    objects: _,
    readEntry,
    ...parsed
  } = readBucketFile(storableValue(rawBucket(bucket)), issues, archive)
  const { media, names } = await bringMedia(parsed.media, archive)

  const here = new Set(media.flatMap(({ name, location }) => (location === null ? [name] : [])))
  const urls = new Map(bucket.media.flatMap(({ name, url }) => (url ? [[name, url]] : [])))
  const missing = new Set<string>()
  /** Whether an earlier import came from this site. Authors and terms, which show it, come before texts. */
  let isKnownSite = false
  const rewrite = createLinkRewriter({
    resolve(address) {
      const target = bucket.resolve?.(address)
      if (!isKnownSite || !target || !('missing' in target)) return target
      const object = imported.idAt(target.missing)
      return object === undefined ? target : { object }
    },
    addressOf(name, address) {
      const current = names.get(name) ?? name
      if (here.has(current)) return `${mediaBase}/${encodeURIComponent(current)}`
      // A file that stays on the site needs an absolute address.
      return URL.canParse(address) ? undefined : urls.get(name)
    },
    onMissing(address) {
      if (missing.size >= MISSING_LINKS || missing.has(address)) return
      missing.add(address)
      issues.warn(`A link leads to ${address.slice(0, 200)}, which the export does not hold.`)
    },
  })
  const size = files.paths.reduce((sum, path) => sum + files.size(path), 0)
  let n = 0
  await staging.batch(async () => {
    for await (const object of bucket.objects()) {
      isKnownSite ||= imported.byId(object.id) !== undefined
      for (const { row, object: staged } of readEntry(
        withNewNames(rewrite(object), names, mediaBase),
        n + 1,
      ))
        staging.addRow({ n, row, object: staged })
      n += 1
      if (n % 100 === 0) onRead(size / 2)
    }
  })
  return { ...parsed, format: 'bucket.json', media, fields: new Map<string, Metafield[]>(), source }
}

/** Converts a bucket to the form of a bucket.json, of which only the object types and media are read. */
const rawBucket = (bucket: ForeignBucket) => ({
  object_types: bucket.types.map(rawType),
  media: bucket.media.map(rawMedia),
  media_folders: bucket.mediaFolders ?? [],
  objects: [],
})

const rawType = ({ hasContent = false, locales, metafields, ...type }: ForeignType) => ({
  ...type,
  options: { slug_field: true, content_editor: hasContent },
  metafields,
  ...(locales && locales.length > 0 && { localization: true, locales }),
})

const rawMedia = ({ path: _, url, type, ...media }: ForeignMedia) => ({
  ...media,
  type: type ?? mediaTypeOf(media.name),
  ...(url !== undefined && { location: locationOf(url, media.name) }),
})

/**
 * Returns the part of a media's address before the last slash and the name. If the address does not end with the name,
 * the name becomes its fragment.
 */
function locationOf(url: string, name: string): string {
  const end = `/${encodeURIComponent(name)}`
  return url.endsWith(end) ? url.slice(0, -end.length) : `${url.replace(/#.*$/, '')}#`
}

/** Gives access to the files that the export contains. */
function filesOf(
  media: readonly ForeignMedia[],
  files: OpenExport,
): Pick<Archive, 'has' | 'unpack'> {
  const paths = new Map(
    media.flatMap(({ name, path }) => (path === undefined ? [] : [[name, path]])),
  )
  return {
    has: (name) => paths.has(name),
    async unpack(name, path) {
      const from = files.pathOnDisk(paths.get(name) ?? name)
      await copyFile(from, path)
      const hash = createHash('sha256')
      await pipeline(createReadStream(from), hash)
      return { sha256: hash.digest('hex'), size: files.size(paths.get(name) ?? name) }
    },
  }
}

/** Describes what an export contains, before anything is renamed or left out. */
function describe(
  { title, types, media }: ForeignBucket,
  { options = [] }: ImportFormat,
): ImportSource {
  return {
    title,
    media: media.length,
    options: options.map((option) => ({ ...option, values: [...option.values] })),
    types: types.map(({ slug, title: name, metafields }) => ({
      slug,
      title: name,
      objects: 0,
      fields: metafields.map(({ key, title: label, type }) => ({
        key,
        title: label,
        type,
        samples: [],
      })),
    })),
  }
}

/** Creates a function that counts objects, and takes samples of their values. */
function observerOf({ types }: ImportSource) {
  const byType = new Map(
    types.map((type) => [
      type.slug,
      { type, fields: new Map(type.fields.map((one) => [one.key, one])) },
    ]),
  )
  return (slug: string, values: Readonly<Record<string, unknown>>): void => {
    const known = byType.get(slug)
    if (!known) return
    known.type.objects += 1
    for (const [key, value] of Object.entries(values)) {
      const { type, samples } = known.fields.get(key) ?? {}
      // The values of relations are ids, which mean nothing to a reader.
      if (type === 'object' || type === 'objects') continue
      if (!samples || samples.length >= SAMPLES || value === null || value === '') continue
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      samples.push(text.length > SAMPLE_LENGTH ? `${text.slice(0, SAMPLE_LENGTH)}…` : text)
    }
  }
}

const observing = (
  bucket: ForeignBucket,
  observe: ReturnType<typeof observerOf>,
): ForeignBucket => ({
  ...bucket,
  async *objects() {
    for await (const object of bucket.objects()) {
      const storable = storableValue(object)
      observe(storable.type, storable.metadata)
      yield storable
    }
  },
})
