import type { Metafield } from '@typecase/contract/metafields'

import { Failure } from '../../../http/failure.ts'
import type { Issues } from './issues.ts'
import { isObject, problemOf } from './json-record.ts'
import { type FieldReport, readMetafields, toValues, withoutDefaults } from './legacy-metafields.ts'
import { type MediaEntry, readMediaEntry } from './media-entry.ts'
import { withKeys } from './missing-keys.ts'
import { readObject, type StagedObject } from './staged-object.ts'
import { readTypeEntry, type TypeEntry } from './type-entry.ts'
import { readTypeFolders, type TypeFolderEntry } from './type-folders.ts'

/** What a bucket.json holds, each part checked on its own. */
export interface BucketFile {
  types: TypeEntry[]
  typeFolders: TypeFolderEntry[]
  objects: { row: number; object: StagedObject; fields: Metafield[] }[]
  media: MediaEntry[]
  /** As `media_folders` of a bucket keeps them. */
  mediaFolders: { slug: string; title: string; emoji: string }[]
}

type Raw = Readonly<Record<string, unknown>>

/**
 * Reads a bucket.json of any version of the format. What is wrong with single rows is told to `issues`.
 * @throws Failure when the file as a whole is not one
 */
export function readBucketFile(text: string, issues: Issues): BucketFile {
  const bucket = bucketIn(text)
  const objects = listIn(bucket, 'objects').filter(isObject)
  const rawTypes = typesWithKeys(listIn(bucket, 'object_types'), objects, issues)
  const types = rawTypes.flatMap((raw, index) => readTypeEntry(raw, index, issues))
  const bySlug = new Map(rawTypes.filter(isObject).map((raw) => [raw['slug'], raw]))
  for (const [index, { slug, data }] of types.entries()) {
    if (types.findIndex((type) => type.slug === slug) === index) continue
    const words = `The object type “${slug}” comes more than once`
    issues.error(0, 'object_types', words, 'unique', data.title)
  }
  return {
    types,
    typeFolders: readTypeFolders(listIn(bucket, 'object_type_folders'), rawTypes, issues),
    objects: listIn(bucket, 'objects')
      .flatMap((raw, index) => readObjectEntry(raw, index + 1, bySlug, issues))
      .toSorted((a, b) => a.order - b.order || a.row - b.row),
    media: listIn(bucket, 'media').flatMap((raw, index) => readMediaEntry(raw, index + 1, issues)),
    mediaFolders: listIn(bucket, 'media_folders').flatMap((raw) => {
      const { slug, title, emoji } = isObject(raw) ? raw : {}
      if (typeof slug !== 'string' || typeof title !== 'string') return []
      return [{ slug, title, emoji: typeof emoji === 'string' ? emoji : '' }]
    }),
  }
}

function bucketIn(text: string): Raw {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (reason) {
    const words = reason instanceof Error ? reason.message.slice(0, 200) : ''
    throw new Failure(
      'invalid',
      `The file is not valid JSON: ${words}. CSV and NDJSON files need a mapping.`,
    )
  }
  const bucket = isObject(file) && isObject(file['bucket']) ? file['bucket'] : file
  if (!isObject(bucket) || !('object_types' in bucket || 'objects' in bucket)) {
    throw new Failure(
      'invalid',
      'The file is not a bucket.json: it holds no object types or objects.',
    )
  }
  const { problem } = problemOf(bucket, text) ?? {}
  if (problem) throw new Failure('invalid', `The file cannot be taken: it ${problem}.`)
  return bucket
}

function listIn(bucket: Raw, key: string): unknown[] {
  const list = bucket[key]
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) throw new Failure('invalid', `${key} of the file must be a list.`)
  return list
}

interface ObjectEntry {
  row: number
  order: number
  object: StagedObject
  fields: Metafield[]
}

/** Object types with a key for each field; see `withKeys`. */
function typesWithKeys(types: unknown[], objects: readonly Raw[], issues: Issues): unknown[] {
  const byType = Map.groupBy(objects, typeSlugOf)
  return types.map((raw) => {
    if (!isObject(raw)) return raw
    const examples = byType.get(raw['slug'])?.map(fieldsOf) ?? []
    const metafields = withKeys(raw['metafields'], examples, (title, key, source) => {
      const words = `${titleOf(raw)}: the field “${title}” has no key; it got “${key}” from ${source}.`
      issues.warn(words, undefined, `key from ${source}`)
    })
    return { ...raw, metafields }
  })
}

/** The fields of an object; newer files have their values only, by key. */
const fieldsOf = ({ metafields, metadata }: Raw): unknown =>
  listIsEmpty(metafields) && isObject(metadata)
    ? Object.keys(metadata).map((key) => ({ key }))
    : metafields

const listIsEmpty = (value: unknown) => !Array.isArray(value) || value.length === 0

const typeSlugOf = (raw: Raw) => raw['type_slug'] ?? raw['type']
const titleOf = ({ title }: Raw) => (typeof title === 'string' ? title.trim() : '')

function readObjectEntry(
  raw: unknown,
  row: number,
  types: ReadonlyMap<unknown, Raw>,
  issues: Issues,
): ObjectEntry[] {
  if (!isObject(raw)) {
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
    warn: (message) => issues.warn(`${titleOf(ofType ?? {}) || String(type)}: ${message}`, row),
  }
  if (typeof type !== 'string' || type === '')
    report.error('type_slug', 'type_slug is a required field', 'required')
  const metafields = withKeys(raw['metafields'], [ofType?.['metafields']], (name, key, source) => {
    // Where its type has the field, that tells it.
    if (source !== 'its title') return
    report.warn(`the field “${name}” has no key; it got “${key}” from ${source}.`)
  })
  const read = readMetafields(metafields, 'metafields', report)
  const metadata = raw['metadata']
  if (metadata !== undefined && metadata !== null && !isObject(metadata)) {
    report.error('metadata', 'metadata must be an object', 'type')
  }
  const object = readObject(
    {
      type,
      title: raw['title'],
      slug: raw['slug'],
      content: raw['content'],
      // Files of the first version have no status for what is public.
      status: raw['status'] || 'published',
      locale: raw['locale'],
      thumbnail: raw['thumbnail'],
      publish_at: raw['publish_at'],
      unpublish_at: raw['unpublish_at'],
      published_at: raw['published_at'],
      created_at: raw['created_at'] ?? raw['created'],
      modified_at: raw['modified_at'] ?? raw['modified'],
      created_by: raw['created_by'] ?? raw['user_id'],
      old_id: raw['id'] ?? raw['_id'],
    },
    read.length > 0 || !isObject(metadata) ? toValues(read) : metadata,
    row,
    issues,
  )
  if (!object || isBroken) return []
  const order = typeof raw['order'] === 'number' ? raw['order'] : Number.POSITIVE_INFINITY
  return [{ row, order, object, fields: withoutDefaults(read.map(({ field }) => field)) }]
}
