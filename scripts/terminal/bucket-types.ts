import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'

/** The parts of an object type that its TypeScript type depends on. */
export type TypedType = Pick<
  ObjectType,
  'slug' | 'title' | 'singular' | 'metafields' | 'localization' | 'locales' | 'singleton'
>

const HEAD = (
  slug: string,
) => `// Object types of the bucket “${slug}”, as the content API answers their objects.
// Written by \`npx typecase types --bucket ${slug}\`. Run that again rather than change the file.

/** A file of a field. Images take imgix parameters after \`imgix_url\`: \`?w=400&auto=format\`. */
export interface MediaFile {
  url: string
  imgix_url: string
  // With \`media=full\`; null if unknown.
  name?: string | null
  alt_text?: string | null
  width?: number | null
  height?: number | null
  blurhash?: string | null
}

/** Levels of relations that a read resolves, its \`depth\`. */
export type Depth = 0 | 1 | 2

/** The depth one level down. */
export type Below<D extends Depth> = D extends 2 ? 1 : 0

/** A relation: an id at depth 0, the object from depth 1 on. */
export type Related<T, D extends Depth> = D extends 0 ? string : T

/** An object of any type. */
export interface BucketObject<Type extends string, Locale extends string | null, Metadata> {
  id: string
  /** The id of the bucket. */
  bucket: string
  type: Type
  slug: string
  title: string
  content: string
  status: 'draft' | 'published'
  locale: Locale
  thumbnail: string | null
  /** The place in the dashboard's list: the highest comes first. */
  order: number
  /** UNIX milliseconds. */
  publish_at: number | null
  unpublish_at: number | null
  /** ISO-8601, as the other times. */
  published_at: string | null
  created_at: string
  /** The id of a person; null for changes by a key. */
  created_by: string | null
  modified_at: string
  modified_by: string | null
  metadata: Metadata
}
`

/** The type parameter is only for types that use it, since strict projects allow no unused ones. */
const DEPTH = '<D extends Depth = 0>'

function hasRelation(fields: readonly Metafield[]): boolean {
  return fields.some(
    ({ type, children = [], repeater_fields: repeated = [] }) =>
      type === 'object' || type === 'objects' || hasRelation([...children, ...repeated]),
  )
}

/** Returns TypeScript types of a bucket's object types, for sites that read it with an SDK. */
export function bucketTypes(slug: string, types: readonly TypedType[]): string {
  const names = namesOf(types)
  const isDeep = types.some(({ metafields }) => hasRelation(metafields))
  const targets = new Map(
    types.map((type) => [
      type.slug,
      `${names.get(type.slug)}${hasRelation(type.metafields) ? '<Below<D>>' : ''}`,
    ]),
  )
  const parts = types.map((type) => declarationOf(type, names.get(type.slug) ?? '', targets))
  const rows = types.map(({ slug: key, metafields }) => {
    const passed = hasRelation(metafields) ? '<D>' : ''
    return `  ${keyOf(key)}: ${names.get(key)}${passed}\n`
  })
  const depth = isDeep ? DEPTH : ''
  const all = `/** The objects of each type by its slug. */
export interface ObjectsByType${depth} {
${rows.join('')}}
`
  return [HEAD(slug), ...parts, all].join('\n')
}

/** Returns a unique name for each type, by slug. */
function namesOf(types: readonly TypedType[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Set(['MediaFile', 'Depth', 'Below', 'Related', 'BucketObject', 'ObjectsByType'])
  for (const { slug, singular, title } of types) {
    const base = pascal(singular) || pascal(title) || pascal(slug) || 'Type'
    let name = base
    for (let n = 2; taken.has(name) || taken.has(`${name}Metadata`); n += 1) name = `${base}${n}`
    taken.add(name).add(`${name}Metadata`)
    names.set(slug, name)
  }
  return names
}

function pascal(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
  const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  return /^\p{N}/u.test(name) ? `Type${name}` : name
}

/** Returns the declaration of a type. @param targets the targets of a relation to each type, by slug */
function declarationOf(
  type: TypedType,
  name: string,
  targets: ReadonlyMap<string, string>,
): string {
  const locales = type.localization ? type.locales.map(quote).join(' | ') || 'string' : 'null'
  const fields = fieldsOf(type.metafields, '  ', targets)
  const depth = hasRelation(type.metafields) ? DEPTH : ''
  const passed = depth && '<D>'
  const what = type.singleton ? 'The only object of its type' : 'An object'
  return `/** ${what}: ${inComment(type.title)}. */
export type ${name}${depth} = BucketObject<
  ${quote(type.slug)},
  ${locales},
  ${name}Metadata${passed}
>

export interface ${name}Metadata${depth} {
${fields}}
`
}

/** Returns the fields of a type. Values may be missing or null, except those of required fields. */
function fieldsOf(
  fields: readonly Metafield[],
  indent: string,
  targets: ReadonlyMap<string, string>,
): string {
  return fields
    .map((field) => {
      const isSure = field.required === true && !field.show_when
      const type = valueOf(field, indent, targets)
      const title = inComment(field.title)
      const nothing = isSure || /^unknown$/.test(type) ? '' : ' | null'
      const comment = title === field.key ? '' : `${indent}/** ${title} */\n`
      return `${comment}${indent}${keyOf(field.key)}${isSure ? '' : '?'}: ${type}${nothing}\n`
    })
    .join('')
}

function valueOf(field: Metafield, indent: string, targets: ReadonlyMap<string, string>): string {
  const below = (fields: readonly Metafield[] | undefined) =>
    `{\n${fieldsOf(fields ?? [], `${indent}  `, targets)}${indent}}`
  // Without an object type, the relation may point to objects of any type.
  const target =
    targets.get(field.object_type ?? '') ?? 'ObjectsByType<Below<D>>[keyof ObjectsByType]'
  const related = `Related<${target}, D>`
  switch (field.type) {
    case 'number':
      return 'number'
    case 'switch':
      return 'boolean'
    case 'json':
      return 'unknown'
    case 'select':
    case 'radio-buttons':
      return oneOf(field)
    case 'select-dropdown':
      return '{ key: string; value: string }'
    case 'multi-select':
    case 'check-boxes':
      return listOf(oneOf(field))
    case 'file':
      return 'MediaFile'
    case 'files':
      return 'MediaFile[]'
    case 'object':
      return related
    case 'objects':
      return `${related}[]`
    case 'parent':
      return below(field.children)
    case 'repeater':
      return `${below(field.repeater_fields)}[]`
    default:
      return 'string'
  }
}

/** The options of a choice: \`'red' | 'blue'\`. */
function oneOf({ options }: Metafield): string {
  const values = (Array.isArray(options) ? options : []).flatMap((option: unknown) => {
    if (typeof option === 'string') return option
    const value = typeof option === 'object' && option !== null && 'value' in option && option.value
    return typeof value === 'string' ? value : []
  })
  return [...new Set(values)].map(quote).join(' | ') || 'string'
}

const listOf = (type: string) => (type.includes('|') ? `(${type})[]` : `${type}[]`)
const quote = (text: string) =>
  `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\n', String.raw`\n`)}'`
const keyOf = (key: string) => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : quote(key))
const inComment = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /')
