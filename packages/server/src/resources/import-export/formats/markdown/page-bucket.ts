import { posix } from 'node:path'

import type { Metafield } from '@typecase/contract/metafields'

import {
  type FieldFacts,
  fieldWith,
  newFacts,
  observeValue,
} from '../../reading/field-inference.ts'
import { createKeys, createTypeSlugs, titleOfKey } from '../field-keys.ts'
import { type ExportFiles, type ForeignBucket, type ForeignObject, foreignId } from '../format.ts'
import { decodePart } from '../links.ts'
import { createMediaList } from '../media-list.ts'
import { mediaTypeOf } from '../media-types.ts'
import { present, type Row } from '../rows.ts'
import { createSlugList } from '../slug-list.ts'

/** A page in a folder of texts, as its format parses it. */
export interface Page {
  /** Identifies the page; it stays the same when the page is exported again. */
  readonly key: string
  /** Id of the object, if the page was exported here. */
  readonly id?: string
  /** Title of its object type. */
  readonly type: string
  /** Derived from `type` by default. */
  readonly typeSlug?: string
  readonly title: string
  readonly slug: string
  readonly body: string
  /** Key of the field for the body; `content` is the object's own text. */
  readonly bodyField?: string
  /** Values that become fields. A media or another page is given by its address; several, by a list. */
  readonly values: Row
  readonly locale?: string
  /** Address of a media. */
  readonly thumbnail?: string
  readonly isDraft?: boolean
  readonly created_at?: string | undefined
  readonly modified_at?: string | undefined
}

interface PageType {
  readonly slug: string
  readonly facts: Map<string, FieldFacts>
  /** Fields that refer to files of the export. */
  readonly references: Map<string, References>
  readonly locales: Set<string>
  readonly bodyFields: Set<string>
}

/** The files that a value refers to. */
interface References {
  readonly kind: 'media' | 'page'
  readonly isMany: boolean
  readonly files: readonly string[]
}

interface PageFormat {
  /** Name of the system, for ids: `notion`. */
  readonly name: string
  readonly title: string
  readonly isPage: (path: string) => boolean
  /** @returns undefined for a page to leave out */
  readonly parse: (path: string, text: string) => Page | undefined
  /** The type of the field for the body; Markdown by default. */
  readonly bodyType?: Metafield['type']
  /** Folders that a leading slash in an address may stand for. */
  readonly roots?: readonly string[]
  /** Pages that have no file. */
  readonly others?: readonly Page[]
}

/** Maximum size of a page, in bytes; larger files are left out. */
const MAX_PAGE_BYTES = 8 * 2 ** 20
const MEDIA = /^(?:image|video|audio)\/|^application\/pdf$/
/** Prefix of the addresses of files in the export, until they are resolved. */
const FILE = 'export-file:'
const BODY = 'body'
const CONTENT = 'content'
/** Matches `![alt](path)`. */
const PICTURE = /!\[([^\]]+)\]\(\s*<?([^\s<>)]+)/g

/** Builds the bucket of a folder of texts: types with inferred fields, pages, and the files that they show. */
export async function pageBucket(
  files: ExportFiles,
  { name, title, isPage, parse, bodyType = 'markdown', roots = [''], others = [] }: PageFormat,
  warn: (message: string) => void,
): Promise<ForeignBucket> {
  const all = new Set(files.paths)
  const media = createMediaList()
  const altTexts = new Map<string, string>()
  const types = new Map<string, PageType>()
  const typeSlug = createTypeSlugs()
  const slugs = createSlugList()
  /** Pages by their paths, without their texts. */
  const pages = new Map<string, { id: string; type: string; slug: string }>()
  for (const path of files.paths)
    if (!isPage(path) && (MEDIA.test(mediaTypeOf(path)) || /(?:^|\/)media\/[^/]+$/.test(path)))
      media.add(path, { path, original_name: posix.basename(path) })

  /** Returns the file of the export to which an address in a page leads. */
  function fileAt(page: string, address: string): string | undefined {
    if (address === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address)) return undefined
    const clean = decodePart(address.replace(/[?#].*$/, ''))
    const places = clean.startsWith('/')
      ? roots.map((root) => posix.join(root, clean))
      : [posix.join(posix.dirname(page), clean), ...roots.map((root) => posix.join(root, clean))]
    return places.find((candidate) => all.has(candidate))
  }
  /** Returns the files that a value refers to; undefined for a value that is anything but addresses of files. */
  function referencesIn(page: string, value: unknown): References | undefined {
    const isMany = Array.isArray(value)
    const addresses: unknown[] = isMany ? value : [value]
    const targets = addresses.map((one) =>
      typeof one === 'string' && /\.[a-z0-9]{2,8}$/i.test(one) ? fileAt(page, one) : undefined,
    )
    const there = targets.filter((file) => file !== undefined)
    const [first] = there
    if (first === undefined || there.length < targets.length) return undefined
    const kind = isPage(first) ? 'page' : 'media'
    const isAlike = there.every((file) => (isPage(file) ? 'page' : 'media') === kind)
    return isAlike ? { kind, isMany, files: there } : undefined
  }

  function observe(path: string, page: Page): void {
    const type = types.get(page.type) ?? {
      slug: typeSlug(page.typeSlug ?? page.type.toLowerCase()),
      facts: new Map(),
      references: new Map(),
      locales: new Set(),
      bodyFields: new Set(),
    }
    types.set(page.type, type)
    type.bodyFields.add(page.bodyField ?? BODY)
    if (page.locale !== undefined) type.locales.add(page.locale)
    const id = page.id ?? foreignId(name, page.key)
    pages.set(path, {
      id,
      type: type.slug,
      slug: slugs(`${type.slug} ${page.locale ?? ''}`, page.slug),
    })
    for (const [key, value] of Object.entries(page.values)) {
      const references = referencesIn(path, value)
      if (references) {
        const before = type.references.get(key)
        const isMany = references.isMany || before?.isMany === true
        type.references.set(key, { ...references, isMany })
      } else {
        const facts = type.facts.get(key) ?? newFacts()
        type.facts.set(key, facts)
        observeValue(facts, value, false)
      }
    }
    for (const [, alt = '', target = ''] of page.body.matchAll(PICTURE)) {
      const file = fileAt(path, target)
      if (file !== undefined && alt !== posix.basename(target)) altTexts.set(file, alt)
    }
  }

  async function* parsePages(): AsyncGenerator<[path: string, page: Page]> {
    for (const path of files.paths) {
      if (!isPage(path) || files.size(path) > MAX_PAGE_BYTES) continue
      const page = parse(path, await wholeText(files, path))
      if (page) yield [path, page]
    }
    for (const page of others) yield [page.key, page]
  }

  for await (const [path, page] of parsePages()) observe(path, page)
  for (const path of files.paths)
    if (isPage(path) && files.size(path) > MAX_PAGE_BYTES)
      warn(`${path} is larger than ${MAX_PAGE_BYTES / 2 ** 20} MB and was left out.`)
  const fields = new Map(
    [...types.values()].map((type) => [type.slug, fieldsOf(type, (file) => pages.get(file)?.type)]),
  )

  /** Marks the links to files of the export in a text, for `resolve`. */
  function markLinks(page: string, text: string): string {
    const mark = (match: string, before: string, address: string) => {
      const file = fileAt(page, address)
      const isTarget = file !== undefined && (pages.has(file) || media.nameOf(file) !== undefined)
      return isTarget ? `${before}${FILE}${encodeURI(file).replaceAll(/[()]/g, escape)}` : match
    }
    return text
      .replaceAll(/(\]\(\s*<?)([^\s<>)]+(?:\([^\s<>)]*\)[^\s<>)]*)*)/g, mark)
      .replaceAll(/(\s(?:src|href)=")([^"]+)/g, mark)
  }

  function objectOf(path: string, page: Page): ForeignObject {
    const { id, type, slug } = pages.get(path) ?? { id: '', type: '', slug: '' }
    const ofType = fields.get(type) ?? new Map<string, Metafield>()
    const valueOf = (value: unknown, { type: kind }: Metafield): unknown => {
      const isReference = REFERENCES.includes(kind)
      const { files: targets = [] } = (isReference && referencesIn(path, value)) || {}
      const names = targets.flatMap((file) => pages.get(file)?.id ?? media.nameOf(file) ?? [])
      if (kind === 'file' || kind === 'object') return names[0]
      return isReference ? names : value
    }
    const values = Object.entries(page.values).flatMap(([key, value]) => {
      const field = ofType.get(key)
      return field ? [[field.key, valueOf(value, field)] as const] : []
    })
    const picture = [...ofType].find(([, { type: kind }]) => kind === 'file')?.[0] ?? ''
    const cover = page.thumbnail ?? page.values[picture]
    const thumbnail = media.nameOf(referencesIn(path, cover)?.files[0] ?? '')
    const { title: written, isDraft = false, created_at, modified_at, locale } = page
    const { bodyField = BODY } = page
    const body = markLinks(path, page.body)
    return {
      id,
      type,
      slug,
      title: written.slice(0, 1000),
      status: isDraft ? 'draft' : 'published',
      ...(locale !== undefined && { locale }),
      ...(thumbnail && { thumbnail }),
      ...(created_at && { created_at, ...(!isDraft && { published_at: created_at }) }),
      ...(modified_at && { modified_at }),
      ...(bodyField === CONTENT && { content: body }),
      metadata: present({
        ...Object.fromEntries(values),
        ...(bodyField !== CONTENT && { [bodyField]: body }),
      }),
    }
  }

  return {
    title,
    types: [...types].map(([written, { slug, locales, bodyFields }]) => ({
      slug,
      title: written,
      metafields: [
        ...[...bodyFields]
          .filter((key) => key !== CONTENT)
          .map((key): Metafield => ({ key, title: titleOfKey(key), type: bodyType })),
        ...(fields.get(slug)?.values() ?? []),
      ],
      locales: [...locales],
      hasContent: bodyFields.has(CONTENT),
    })),
    media: media.all().map((one) => {
      const alt_text = altTexts.get(one.path ?? '')
      return alt_text === undefined ? one : { ...one, alt_text }
    }),
    async *objects() {
      for await (const [path, page] of parsePages()) yield objectOf(path, page)
    },
    resolve(address) {
      if (!address.startsWith(FILE)) return undefined
      const file = decodePart(address.slice(FILE.length))
      const page = pages.get(file)
      if (page) return { object: page.id }
      const media_ = media.nameOf(file)
      return media_ === undefined ? { missing: address } : { media: media_ }
    },
  }
}

const REFERENCES: readonly string[] = ['file', 'files', 'object', 'objects']

function fieldsOf(
  { facts, references, bodyFields }: PageType,
  typeOf: (file: string) => string | undefined,
): Map<string, Metafield> {
  const keyOf = createKeys()
  for (const key of bodyFields) keyOf(key)
  return new Map(
    [...new Set([...facts.keys(), ...references.keys()])].map((key) => {
      const field = { key: keyOf(key), title: titleOfKey(key) }
      // If some pages have other kinds of values, all values are stored unchanged.
      const { kind, isMany, files } = (!facts.has(key) && references.get(key)) || {}
      if (kind === 'media') return [key, { ...field, type: isMany ? 'files' : 'file' }]
      if (kind !== 'page') return [key, fieldWith(facts.get(key) ?? newFacts(), field)]
      const object_type = typeOf(files?.[0] ?? '')
      return [
        key,
        { ...field, type: isMany ? 'objects' : 'object', ...(object_type && { object_type }) },
      ]
    }),
  )
}

async function wholeText(files: ExportFiles, path: string): Promise<string> {
  let text = ''
  for await (const part of files.text(path)) text += part
  return text
}
