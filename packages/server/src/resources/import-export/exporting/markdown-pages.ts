import { posix } from 'node:path'

import { syntaxOf } from '@typecase/contract/field-types'
import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'
import { stringify } from 'yaml'

import { listObjectTypes } from '../../object-types/store.ts'
import { parseValues, type StoredObject } from '../../objects/model/state.ts'
import { PAGE_PROPERTIES } from '../markdown-properties.ts'
import { type BucketReading, mediaPages, objectPages } from './bucket-text.ts'
import type { HeldFile } from './export-task.ts'

/** A file of the export. */
export interface MarkdownPage {
  readonly path: string
  readonly text: string
}

const LINK = /\bobject:([0-9a-f]{24})(?![0-9a-f])/g
const TAKEN: ReadonlySet<string> = new Set([...PAGE_PROPERTIES, 'created', 'updated', 'published'])

/**
 * Creates the Markdown files of an export: a folder for each object type, and a file for each object with its values in
 * front matter. Relations and media are relative paths, which imports and site generators can follow. All reads are
 * within the caller's transaction.
 */
export async function createMarkdownPages({ db, access, request, publicUrl, step }: BucketReading) {
  const { types: selected, hasMedia } = request
  const types = (await listObjectTypes(db, access)).filter(
    ({ slug }) => selected === null || selected.includes(slug),
  )
  const paths = new Map<string, string>()
  for (const { slug } of types)
    for await (const page of objectPages(db, access, slug))
      for (const object of page) paths.set(object.id, freePath(object))
  const names = new Set<string>()
  const files: HeldFile[] = []
  for await (const page of mediaPages(db, access)) {
    step(0)
    for (const { name, file_id: fileId } of page) {
      names.add(name)
      if (hasMedia && fileId !== null) files.push({ name, fileId })
    }
  }
  const counts = { types: types.length, objects: paths.size, media: names.size }

  function freePath({ type, state: { slug, locale } }: StoredObject): string {
    const name = `${type}/${slug}${locale === null ? '' : `.${locale}`}`
    return `${name}.md`
  }

  async function* pages(): AsyncGenerator<MarkdownPage> {
    for (const type of types) {
      for await (const page of objectPages(db, access, type.slug)) {
        for (const object of page) {
          const path = paths.get(object.id) ?? freePath(object)
          yield { path, text: pageText(object, type, { path, paths, names, publicUrl }) }
        }
        step(page.length)
      }
    }
  }

  return { pages, files, counts, total: counts.objects + files.length }
}

interface Surroundings {
  readonly path: string
  /** Paths of all objects of the export, by id. */
  readonly paths: ReadonlyMap<string, string>
  /** Names of all media. */
  readonly names: ReadonlySet<string>
  readonly publicUrl: string
}

function pageText(
  { id, created_at, state }: StoredObject,
  { metafields }: ObjectType,
  at: Surroundings,
): string {
  const values = parseValues(state.metadata)
  const bodyField = bodyFieldOf(metafields, state.content)
  const body = bodyField === 'content' ? state.content : values[bodyField]
  const fields = new Map(metafields.map((field) => [field.key, field]))
  const entries = Object.entries(values)
    .filter(([key, value]) => key !== bodyField && value !== null && value !== '')
    .map(([key, value]) => [key, valueIn(value, fields.get(key), at)] as const)
  const [clashing, others] = [true, false].map((isTaken) =>
    Object.fromEntries(entries.filter(([key]) => TAKEN.has(key) === isTaken)),
  )
  const { title, slug, locale, thumbnail, status, published, content, modified_at } = state
  const front = {
    id,
    title,
    slug,
    ...(locale !== null && { locale }),
    ...(status === 'draft' && published === null && { draft: true }),
    date: created_at,
    lastmod: modified_at,
    ...(thumbnail && { thumbnail: toMedia(thumbnail, at) }),
    ...(bodyField !== 'body' && { body_field: bodyField }),
    ...others,
    ...(clashing && Object.keys(clashing).length > 0 && { fields: clashing }),
    ...(content && bodyField !== 'content' && { content: relativeLinks(content, at) }),
  }
  return `---\n${stringify(front, { lineWidth: 0 })}---\n${typeof body === 'string' ? relativeLinks(body, at) : ''}`
}

/** Returns the key of the field whose text is the body of the page. */
function bodyFieldOf(fields: readonly Metafield[], content: string): string {
  const texts = fields.filter(({ type }) => syntaxOf(type) === 'markdown').map(({ key }) => key)
  if (texts.includes('body')) return 'body'
  return texts[0] ?? (content ? 'content' : 'body')
}

/** Converts a value for front matter: relations and media become relative paths. */
function valueIn(value: unknown, field: Metafield | undefined, at: Surroundings): unknown {
  if (Array.isArray(value)) return value.map((one) => valueIn(one, field, at))
  if (typeof value !== 'string') return value
  if (field?.type === 'object' || field?.type === 'objects') {
    const to = at.paths.get(value)
    return to === undefined ? value : relative(at.path, to)
  }
  if (field?.type === 'file' || field?.type === 'files') return toMedia(value, at)
  return relativeLinks(value, at)
}

const relative = (from: string, to: string): string => posix.relative(posix.dirname(from), to)

/** Returns the path of a media's file; a name that no media of the bucket has stays unchanged. */
function toMedia(reference: string, { path, names }: Surroundings): string {
  const [name = ''] = reference.split('?', 1)
  return names.has(name) ? relative(path, `media/${reference}`) : reference
}

/** Replaces links to objects and media in a text by relative paths. */
function relativeLinks(text: string, at: Surroundings): string {
  const media = `${at.publicUrl}/media/`
  return text
    .replaceAll(LINK, (link, id: string) => {
      const to = at.paths.get(id)
      return to === undefined ? link : encodeURI(relative(at.path, to))
    })
    .replaceAll(media, relative(at.path, 'media/x').slice(0, -1))
}
