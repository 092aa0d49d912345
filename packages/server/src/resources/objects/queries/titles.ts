import type { Query, Scalar } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'

import { nextSlice, sliceIsOver } from '../../../columns/sorting.ts'
import type { Reader } from '../../../database/database.ts'
import { prepared } from '../../../database/prepared.ts'
import { notFound } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { listObjectTypes } from '../../object-types/store.ts'
import { type Finding, objectIndex } from './find-objects.ts'

/** Number of rows read or formatted without a pause: a few milliseconds in which no other request is served. */
const PAGE = 2000

interface After {
  bucketId: string
  version: number
  id: string
}

const rowsAfter = prepared((db, after: After) =>
  db
    .selectFrom('objects')
    .select(['id', 'title', 'type', 'locale', 'status', 'is_published', 'deleted_at', 'version'])
    .where('bucket_id', '=', after.bucketId)
    .where((eb) => eb(eb.refTuple('version', 'id'), '>', eb.tuple(after.version, after.id)))
    .orderBy('version')
    .orderBy('id')
    .limit(PAGE),
)
type Row = Awaited<ReturnType<typeof rowsAfter>>[number]

const bucketVersions = prepared((db, bucket: { id: string }) =>
  db
    .selectFrom('buckets')
    .select(['version', 'purged_version as purged'])
    .where('id', '=', bucket.id),
)

/**
 * Reads the title index: the changes since a version of the bucket, or everything if that version is unknown or older
 * than a purge.
 * @returns the JSON of an `ObjectTitles`, part by part
 * @throws the signal's reason
 */
export async function readTitles(
  finding: Finding,
  access: BucketAccess,
  since: number,
  signal: AbortSignal,
): Promise<AsyncGenerator<string>> {
  const db = finding.db.read
  for (;;) {
    const start = await versionsOf(db, access)
    const isFull = since === 0 || since < start.purged || since > start.version
    const titles = createTitles(start.version, isFull)
    let { version } = start
    for await (const page of rowsSince(db, access, isFull ? -1 : since)) {
      signal.throwIfAborted()
      for (const row of page.rows) titles.add(row)
      version = page.version
    }
    const { purged } = await versionsOf(db, access)
    // Objects purged during the read leave no other trace.
    if (purged === start.purged)
      return titles.json(version, await readSubtitles(finding, access, signal))
  }
}

async function versionsOf(db: Reader, { bucketId }: BucketAccess) {
  const [bucket] = await bucketVersions(db, { id: bucketId })
  if (!bucket) throw notFound('Bucket')
  return bucket
}

/**
 * Yields rows in the order of their last write, so that a row written during the read comes again. Together with the
 * earlier pages, each page is complete up to its version, which is read before its rows.
 */
async function* rowsSince(
  db: Reader,
  access: BucketAccess,
  since: number,
): AsyncGenerator<{ rows: readonly Row[]; version: number }> {
  // `~` sorts after all ids, which are hexadecimal.
  let after = { version: since, id: '~' }
  for (;;) {
    const { version } = await versionsOf(db, access)
    const rows = await rowsAfter(db, { bucketId: access.bucketId, ...after })
    yield { rows, version }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = { version: last.version, id: last.id }
    while (sliceIsOver()) await nextSlice()
  }
}

/** The subtitles shown next to titles. */
interface Subtitles {
  /** The subtitle fields by type, for types that have one. */
  readonly fields: Readonly<Record<string, string>>
  readonly textOf: (id: string, type: string) => string
}

async function readSubtitles(
  finding: Finding,
  access: BucketAccess,
  signal: AbortSignal,
): Promise<Subtitles> {
  const types = await listObjectTypes(finding.db.read, access)
  const subtitleFields = types.flatMap(({ slug, options: { subtitle } }) =>
    subtitle === null ? [] : [[slug, subtitle] as const],
  )
  const fields = Object.fromEntries(subtitleFields)
  if (subtitleFields.length === 0) return { fields, textOf: () => '' }
  const paths = new Map(
    subtitleFields.map(([slug, key]): [string, Path] => [slug, ['metadata', key]]),
  )
  const values = [...paths.values()]
  const { index } = await objectIndex(finding, access, 'newest').match(none, { values, signal })
  function textOf(id: string, type: string): string {
    const path = paths.get(type)
    const row = path ? index.rowOf(id) : -1
    return path && row >= 0 ? index.valuesAt(path, row).filter(isVisible).join(',') : ''
  }
  return { fields, textOf }
}

const none: Query = { kind: 'or', of: [] }
const isVisible = (value: Scalar): boolean => value !== null && value !== ''

/**
 * Collects rows column by column, in about a hundred bytes per row.
 * @param start the version at the start of the read; rows of later versions may come again
 */
function createTitles(start: number, isFull: boolean) {
  const ids: string[] = []
  const titles: string[] = []
  const types: number[] = []
  const statuses: string[] = []
  const locales: (string | null)[] = []
  const deleted: string[] = []
  const later = new Map<string, Row>()
  const typeIndexes = new Map<string, number>()
  const localeTexts = new Map<string | null, string | null>()

  function put({ id, title, type, status, is_published, deleted_at, locale }: Row): void {
    if (deleted_at !== null) {
      if (!isFull) deleted.push(id)
      return
    }
    ids.push(id)
    titles.push(title)
    types.push(indexIn(typeIndexes, type))
    statuses.push(status === 'published' ? 'p' : is_published === 1 ? 'b' : 'd')
    // Share one string among all rows of a locale.
    if (!localeTexts.has(locale)) localeTexts.set(locale, locale)
    locales.push(localeTexts.get(locale) ?? null)
  }

  async function* json(version: number, subtitles: Subtitles): AsyncGenerator<string> {
    const earlier = ids.length
    const isCurrent = (index: number) =>
      later.size === 0 || index >= earlier || !later.has(ids[index] ?? '')
    for (const row of later.values()) put(row)
    yield `{"version":${version},"full":${isFull},"ids":`
    yield* listOf(ids, isCurrent)
    yield ',"titles":'
    yield* listOf(titles, isCurrent)
    yield ',"types":'
    yield* listOf(types, isCurrent)
    yield `,"type_slugs":${JSON.stringify([...typeIndexes.keys()])},"statuses":"`
    yield statuses.filter((_, index) => isCurrent(index)).join('')
    yield '","locales":'
    yield* listOf(locales, isCurrent)
    const texts = new Map<string, number>()
    const textOf: number[] = []
    const typeNames = [...typeIndexes.keys()]
    for (const [index, id] of ids.entries()) {
      if (index % PAGE === 0) while (sliceIsOver()) await nextSlice()
      const text = subtitles.textOf(id, typeNames[types[index] ?? 0] ?? '')
      textOf.push(text === '' ? -1 : indexIn(texts, text))
    }
    yield `,"subtitle_fields":${JSON.stringify(subtitles.fields)},"subtitles":`
    yield* listOf([...texts.keys()], () => true)
    yield ',"subtitle_of":'
    yield* listOf(textOf, isCurrent)
    yield ',"deleted":'
    yield* listOf(deleted, () => true)
    yield '}'
  }

  return {
    add(row: Row): void {
      if (row.version > start) later.set(row.id, row)
      else put(row)
    },
    json,
  }
}

function indexIn(indexes: Map<string, number>, name: string): number {
  const index = indexes.get(name) ?? indexes.size
  indexes.set(name, index)
  return index
}

/** Yields a JSON list, some items at a time. */
async function* listOf(
  items: readonly unknown[],
  isMatch: (index: number) => boolean,
): AsyncGenerator<string> {
  let isFirst = true
  yield '['
  for (let at = 0; at < items.length; at += PAGE) {
    const part = items.slice(at, at + PAGE).filter((_, n) => isMatch(at + n))
    if (part.length > 0) yield `${isFirst ? '' : ','}${JSON.stringify(part).slice(1, -1)}`
    isFirst &&= part.length === 0
    while (sliceIsOver()) await nextSlice()
  }
  yield ']'
}
