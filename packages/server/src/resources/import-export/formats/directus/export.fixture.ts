import { zipOf } from '../../testing/export-bucket.ts'
import { type ReadExport, readFormat } from '../../testing/read-format.ts'
import { foreignId } from '../format.ts'
import directus from './format.ts'

export const idOf = (collection: string, key: string | number, ...locale: string[]): string =>
  foreignId('directus', collection, String(key), ...locale)

export const collection = (name: string, meta: object = {}): object => ({
  collection: name,
  meta: { collection: name, ...meta },
  schema: { name },
})

/** A field; its path consists of its table and its name, such as `posts.title`. */
export function field(path: string, type: string, meta: object = {}, schema: object = {}): object {
  const [table, name] = path.split('.')
  return { collection: table, field: name, type, meta, schema: type === 'alias' ? null : schema }
}

export const key = (table: string, type = 'uuid'): object =>
  field(`${table}.id`, type, { hidden: true, sort: 1 }, { is_primary_key: true })

/** A column that holds the key of another item. */
export function relation(path: string, target: string | null, meta: object = {}): object {
  const [table, name] = path.split('.')
  return {
    collection: table,
    field: name,
    related_collection: target,
    meta: { many_collection: table, many_field: name, one_collection: target, ...meta },
  }
}

export interface TemplateContent {
  collections?: readonly object[]
  fields?: readonly object[]
  relations?: readonly object[]
  /** The items of each collection; for a singleton, its only item. */
  content?: Readonly<Record<string, unknown>>
  /** Other files of the template. */
  files?: Readonly<Record<string, unknown>>
  folder?: string
  /** Whether collections, fields and relations are in one file. */
  isSnapshot?: boolean
}

/** The zip of a folder that `directus-template-cli extract` wrote. Texts become files unchanged. */
export function templateOf(template: TemplateContent): Promise<Buffer> {
  const {
    collections = [collection('posts')],
    fields = [key('posts'), field('posts.title', 'string')],
    relations = [],
    content = {},
    files = {},
    folder = 'blog/src/',
    isSnapshot = false,
  } = template
  const all = {
    ...(isSnapshot
      ? {
          'schema/snapshot.json': {
            version: 1,
            directus: '11.5.1',
            collections,
            fields,
            relations,
          },
        }
      : { 'collections.json': collections, 'fields.json': fields, 'relations.json': relations }),
    ...Object.fromEntries(
      Object.entries(content).map(([name, items]) => [`content/${name}.json`, items]),
    ),
    ...files,
  }
  return zipOf(
    Object.entries(all).map(([name, value]) => [
      folder + name,
      typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value, null, 2),
    ]),
  )
}

export async function read(template: TemplateContent): Promise<ReadExport> {
  const result = await readFormat(directus, await templateOf(template), 'template.zip')
  if (!result) throw new Error('It is no template of Directus.')
  return result
}
