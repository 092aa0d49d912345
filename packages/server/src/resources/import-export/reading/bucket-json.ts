import type { BodyOf } from '@typecase/contract/endpoint'
import type { ErrorDetail } from '@typecase/contract/errors'
import { previewLink } from '@typecase/contract/field-rules'
import { mediaTexts } from '@typecase/contract/media'
import type { Metafield } from '@typecase/contract/metafields'
import { isObjectExport } from '@typecase/contract/object-export'
import { addObjectType, MAX_SEARCHABLE } from '@typecase/contract/object-types'
import type { PreviewSite } from '@typecase/contract/preview-sites'
import { folderSlug } from '@typecase/contract/slugs'

import { Failure } from '../../../http/failure.ts'
import { validate } from '../../../http/validate.ts'
import { wordSlug } from '../../buckets/slug-from-title.ts'
import { isNaming } from '../../object-types/naming-fields.ts'
import { newType } from '../../object-types/type-draft.ts'
import { asText, isRecord } from '@typecase/contract/field-values/value-check'
import {
  type FieldReport,
  readMetafields,
  toValues,
  unite,
  withDefault,
  withoutDefaults,
} from './bucket-fields.ts'
import type { BroughtFile } from '../import-task.ts'
import type { Archive } from './archive.ts'
import type { Issues } from './issues.ts'
import { listOf, type Raw, textOf, withKeys } from './missing-keys.ts'
import { problemOf } from './ndjson.ts'
import { readPreviewSites } from './preview-sites.ts'
import { readObject, type StagedObject } from './staged-object.ts'

/** The content of a bucket.json, with each part checked separately. */
export interface BucketFile {
  types: TypeEntry[]
  typeFolders: TypeFolderEntry[]
  /** Raw objects, as in the file. */
  objects: unknown[]
  /**
   * Reads an object of the file.
   * @returns an empty list for an invalid object
   */
  readEntry(raw: unknown, row: number): ObjectEntry[]
  media: MediaEntry[]
  /** Whether the file lists media at all; if not, existing media stay unchanged. */
  listsMedia: boolean
  /**
   * Whether the file lists objects at all; if not, it only describes object types, and a replacing import deletes none.
   */
  listsObjects: boolean
  /** Folders in the form of a bucket's `media_folders`. */
  mediaFolders: { slug: string; title: string; emoji: string; parent: string | null }[]
  previewSites: readonly PreviewSite[]
}

/** An object type with a valid form and valid fields. */
export interface TypeEntry {
  slug: string
  data: BodyOf<typeof addObjectType>['data']
}

/** A folder of object types. */
export interface TypeFolderEntry {
  slug: string
  title: string
  emoji: string
  /** Slugs of its object types, in their order. */
  types: string[]
}

export interface ObjectEntry {
  row: number
  /** Position in the file, if the file has one. */
  order: number
  object: StagedObject
  /** Fields that the object defines itself: older files let each object have its own. */
  fields: Metafield[]
}

/** A media whose file is in the zip, is fetched, or stays at `location`. */
export interface MediaEntry {
  /** Set, like `file`, once the server has stored the file. */
  id?: string
  file?: BroughtFile
  name: string
  original_name: string
  size: number
  type: string
  folder: string | null
  title: string
  alt_text: string
  width: number | null
  height: number | null
  metadata: string
  location: string | null
  /** SHA-256 of the media's file, if the bucket.json has it. */
  sha256: string | null
  created_at: string | null
}

/**
 * Reads the bucket of a bucket.json of any version of the format. Problems with single rows go to `issues`.
 * @param archive the zip that contains the bucket.json
 * @throws Failure if one of its lists is not a list
 */
export function readBucketFile(
  bucket: Raw,
  issues: Issues,
  archive?: Pick<Archive, 'has'>,
): BucketFile {
  const objects = listIn(bucket, 'objects')
  const rawTypes = typesWithKeys(listIn(bucket, 'object_types'), objects.filter(isRecord), issues)
  const types = rawTypes.flatMap((raw, index) => readType(raw, index, issues))
  for (const [index, { slug, data }] of types.entries()) {
    if (types.findIndex((type) => type.slug === slug) === index) continue
    const words = `The object type “${slug}” comes more than once`
    issues.error(0, 'object_types', words, 'unique', data.title)
  }
  const bySlug = new Map(rawTypes.filter(isRecord).map((raw) => [raw['slug'], raw]))
  return {
    types,
    typeFolders: readTypeFolders(listIn(bucket, 'object_type_folders'), rawTypes, issues),
    objects,
    readEntry: (raw, row) => readObjectEntry(raw, row, bySlug, issues),
    media: listIn(bucket, 'media').flatMap((raw, index) =>
      readMedia(raw, index + 1, issues, archive),
    ),
    listsMedia: Array.isArray(bucket['media']),
    listsObjects: Array.isArray(bucket['objects']),
    mediaFolders: listIn(bucket, 'media_folders').flatMap((raw) => {
      const { slug, title, emoji, parent } = isRecord(raw) ? raw : {}
      if (typeof slug !== 'string' || typeof title !== 'string') return []
      return [{ slug, title, emoji: textOf(emoji), parent: textOf(parent) || null }]
    }),
    previewSites: readPreviewSites(listIn(bucket, 'preview_sites'), issues),
  }
}

/** Returns the bucket in the text of a bucket.json. @throws Failure if the text is not a bucket.json */
export function bucketIn(text: string): Raw {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (reason) {
    const words = reason instanceof Error ? reason.message.slice(0, 200) : ''
    throw new Failure('invalid', `The file is not valid JSON: ${words}. A table needs a mapping.`)
  }
  const bucket = isRecord(file) && isRecord(file['bucket']) ? file['bucket'] : file
  if (!isRecord(bucket) || !('object_types' in bucket || 'objects' in bucket)) {
    throw new Failure(
      'invalid',
      'The file is not a bucket.json: it holds no object types or objects.',
    )
  }
  const problem = problemOf(bucket, text)
  if (problem) throw new Failure('invalid', `The file ${problem}.`)
  return bucket
}

function listIn(bucket: Raw, key: string): unknown[] {
  const list = bucket[key]
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) throw new Failure('invalid', `${key} of the file must be a list.`)
  return list
}

/** Gives a key to each field of the object types; see `withKeys`. */
function typesWithKeys(types: unknown[], objects: readonly Raw[], issues: Issues): unknown[] {
  const byType = Map.groupBy(objects, typeSlugOf)
  return types.map((raw) => {
    if (!isRecord(raw)) return raw
    const examples = byType.get(raw['slug'])?.map(fieldsOf) ?? []
    const metafields = withKeys(raw['metafields'], examples, (title, key, source) => {
      const words = `${textOf(raw['title'])}: the field “${title}” has no key; it got “${key}” from ${source}.`
      issues.warn(words, undefined, `key from ${source}`)
    })
    return { ...raw, metafields }
  })
}

/** Returns the fields of an object; newer files only have its values, by key. */
const fieldsOf = ({ metafields, metadata }: Raw): unknown =>
  listOf(metafields).length === 0 && isRecord(metadata)
    ? Object.keys(metadata).map((key) => ({ key }))
    : metafields

const typeSlugOf = (raw: Raw) => raw['type_slug'] ?? raw['type']

/** @returns an empty list for an invalid object type */
function readType(raw: unknown, index: number, issues: Issues): TypeEntry[] {
  const at = `object_types.${index}`
  if (!isRecord(raw)) {
    issues.error(index + 1, at, `${at} is not an object`, 'type')
    return []
  }
  const title = textOf(raw['title'])
  let isBroken = false
  const fields = readMetafields(raw['metafields'], `${at}.metafields`, {
    error(path, message, rule) {
      isBroken = true
      issues.error(index + 1, path, message, rule, title)
    },
    warn: (message) => issues.warn(`${title}: ${message}`),
    hasIds: true,
  })
  if (isBroken) return []
  const options = isRecord(raw['options']) ? raw['options'] : {}
  const metafields = unite(fields.map(withDefault))
  const naming = new Set(metafields.filter(isNaming).map(({ key }) => key))
  const subtitle = textOf(options['subtitle'])
  const locales = localesOf(raw['locales'])
  const priority = textOf(raw['priority_locale'])
  const link = textOf(raw['preview_link'])
  const isLink = previewLink('', link) === undefined
  if (!isLink)
    issues.warn(`${title}: the preview link “${link}” is no web address; it was left out.`)
  const data = {
    title,
    slug: textOf(raw['slug']),
    singular: textOf(raw['singular']) || title,
    emoji: textOf(raw['emoji']),
    singleton: isOn(raw['singleton'], false),
    options: {
      slug_field: isOn(options['slug_field'], true),
      content_editor: isOn(options['content_editor'], false),
      searchable: listOf(options['searchable'])
        .map(textOf)
        .filter((key) => naming.has(key))
        .slice(0, MAX_SEARCHABLE),
      subtitle: naming.has(subtitle) ? subtitle : null,
    },
    metafields,
    localization: isOn(raw['localization'], false),
    locales,
    priority_locale: priority !== '' && locales.includes(priority) ? priority : null,
    preview_link: isLink ? link : '',
  }
  try {
    validate(addObjectType.body, { slug: 'bucket', data })
    newType(data, data.slug)
    return [{ slug: data.slug, data }]
  } catch (reason) {
    if (!(reason instanceof Failure)) throw reason
    const detail: ErrorDetail = { path: 'data', message: reason.message }
    for (const { path, message, rule = 'form' } of reason.extra.details ?? [detail]) {
      const words = message.replaceAll(/\bdata(?=[. ])/g, at)
      issues.error(index + 1, path.replace(/^data/, at), words, rule, title)
    }
    return []
  }
}

/** Older files write switches as 1 and 0. */
const isOn = (value: unknown, fallback: boolean): boolean =>
  value === undefined || value === null ? fallback : value === true || value === 1 || value === '1'

/** Reads locales from a list, or from a text with commas. */
function localesOf(value: unknown): string[] {
  const list: unknown[] = typeof value === 'string' ? value.split(',') : listOf(value)
  return [...new Set(list.map(textOf).filter((locale) => locale !== ''))]
}

const isFolderSlug = folderSlug()

/**
 * Reads and checks the folders of object types. A folder lists its types; in newer files, a type also has a `folder`.
 * @param types the file's object types, unparsed
 */
function readTypeFolders(
  list: readonly unknown[],
  types: readonly unknown[],
  issues: Issues,
): TypeFolderEntry[] {
  const entries: TypeFolderEntry[] = []
  for (const [index, raw] of list.entries()) {
    const at = `object_type_folders.${index}`
    const title = isRecord(raw) ? textOf(raw['title']) : ''
    const fail = (path: string, words: string, rule: string) =>
      issues.error(index + 1, path, `${path} ${words}`, rule, title)
    if (!isRecord(raw)) {
      fail(at, 'must be an object', 'type')
      continue
    }
    const slug = textOf(raw['slug']) || wordSlug(title, 'folder')
    if (title === '') fail(`${at}.title`, 'is a required field', 'required')
    else if (title.length > 200) fail(`${at}.title`, 'must be at most 200 characters', 'max')
    else if (!isFolderSlug.allows(slug)) fail(`${at}.slug`, 'must be the slug of a folder', 'slug')
    else if (entries.some((other) => other.slug === slug)) {
      fail(`${at}.slug`, `“${slug}” comes more than once`, 'unique')
    } else {
      const inside = types.filter(isRecord).filter(({ folder }) => folder === slug)
      const slugs = [...listOf(raw['object_type_slugs']), ...inside.map((type) => type['slug'])]
      const emoji = textOf(raw['emoji']).slice(0, 32)
      entries.push({ slug, title, emoji, types: [...new Set(slugs)].filter(isName) })
    }
  }
  return entries
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** @returns an empty list for an invalid object */
function readObjectEntry(
  raw: unknown,
  row: number,
  types: ReadonlyMap<unknown, Raw>,
  issues: Issues,
): ObjectEntry[] {
  if (!isRecord(raw)) {
    issues.error(row, `objects.${row - 1}`, 'is not an object', 'type')
    return []
  }
  const type = typeSlugOf(raw)
  const ofType = types.get(type)
  const title = typeof raw['title'] === 'string' ? raw['title'] : undefined
  let isBroken = false
  const report: FieldReport = {
    error(path, message, rule) {
      isBroken = true
      issues.error(row, path, message, rule, title)
    },
    warn: (message) => issues.warn(`${textOf(ofType?.['title']) || String(type)}: ${message}`, row),
  }
  if (!isName(type)) report.error('type_slug', 'type_slug is a required field', 'required')
  const metafields = withKeys(raw['metafields'], [ofType?.['metafields']], (name, key, source) => {
    // The warnings about its type already cover a field of the type.
    if (source !== 'its title') return
    report.warn(`the field “${name}” has no key; it got “${key}” from ${source}.`)
  })
  const read = readMetafields(metafields, 'metafields', report)
  const metadata = raw['metadata']
  if (metadata !== undefined && metadata !== null && !isRecord(metadata)) {
    report.error('metadata', 'metadata must be an object', 'type')
  }
  const fieldsIn = (version: Raw) => ({
    type,
    title: version['title'],
    slug: version['slug'],
    content: version['content'],
    locale: version['locale'],
    thumbnail: version['thumbnail'],
    publish_at: version['publish_at'],
    unpublish_at: version['unpublish_at'],
    published_at: version['published_at'],
    modified_at: version['modified_at'] ?? version['modified'],
  })
  // Only our own exports have values in the stored form.
  const isExact = isObjectExport(Object.keys(raw))
  const object = readObject(
    {
      ...fieldsIn(raw),
      // In the first version of the format, public objects have no status.
      status: raw['status'] || 'published',
      created_at: raw['created_at'] ?? raw['created'],
      created_by: raw['created_by'] ?? raw['user_id'],
      old_id: raw['id'] ?? raw['_id'],
    },
    { values: read.length > 0 || !isRecord(metadata) ? toValues(read) : metadata, isExact },
    row,
    issues,
  )
  if (!object || isBroken) return []
  const published = raw['published']
  if (isRecord(published) && object.status === 'draft') {
    const values = isRecord(published['metadata']) ? published['metadata'] : {}
    const version = readObject(fieldsIn(published), { values, isExact }, row, issues)
    if (!version) return []
    object.published = version
  }
  const order = typeof raw['order'] === 'number' ? raw['order'] : Number.POSITIVE_INFINITY
  return [{ row, order, object, fields: withoutDefaults(read.map(({ field }) => field)) }]
}

/** @returns an empty list for an invalid media */
function readMedia(
  raw: unknown,
  row: number,
  issues: Issues,
  archive: Pick<Archive, 'has'> | undefined,
): MediaEntry[] {
  const path = `media.${row - 1}`
  if (!isRecord(raw)) {
    issues.error(row, path, `${path} is not an object`, 'type')
    return []
  }
  const name = textOf(raw['name'])
  const location = locationOf(raw, name) ?? null
  const sha256 = textOf(raw['sha256'])
  const type = textOf(raw['type']) || 'application/octet-stream'
  if (name === '' || name.length > 300 || /[/\\\p{Cc}]/u.test(name)) {
    issues.error(row, `${path}.name`, `${path}.name must be a file name`, 'name')
    return []
  }
  if (location === null && !archive?.has(name)) {
    const words = 'must be an http address, since the file does not hold the media itself'
    issues.error(row, `${path}.location`, `${path}.location ${words}`, 'url', name)
    return []
  }
  if (type.toLowerCase().startsWith('text/html')) {
    issues.error(row, `${path}.type`, 'HTML files not allowed', 'media_type', name)
    return []
  }
  const created = Date.parse(textOf(raw['created_at']) || textOf(raw['created']))
  return [
    {
      name,
      original_name: (asText(raw['original_name']) || name).slice(0, 300),
      size: countOf(raw['size']) ?? 0,
      type: type.slice(0, 100),
      folder: textOf(raw['folder']) || null,
      title: (asText(raw['title']) ?? '').slice(0, mediaTexts.title),
      alt_text: (asText(raw['alt_text']) ?? '').slice(0, mediaTexts.alt_text),
      width: countOf(raw['width']),
      height: countOf(raw['height']),
      metadata: JSON.stringify(isRecord(raw['metadata']) ? raw['metadata'] : {}),
      location,
      sha256: /^[0-9a-f]{64}$/.test(sha256) ? sha256 : null,
      created_at: Number.isNaN(created) ? null : new Date(created).toISOString(),
    },
  ]
}

/** Returns the location of a media, without its name; newer files only have the whole address. */
function locationOf(raw: Raw, name: string): string | undefined {
  const url = textOf(raw['url'])
  const end = url.lastIndexOf('/')
  const isNamed = [name, encodeURIComponent(name)].includes(url.slice(end + 1))
  const location = textOf(raw['location']) || (isNamed ? url.slice(0, end) : '')
  const isWeb = /^https?:\/\//.test(location) && URL.canParse(location) && location.length <= 1000
  return isWeb ? location.replace(/\/+$/, '') : undefined
}

const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null
