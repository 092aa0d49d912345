import type { Reader } from '../../../database/database.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { parsePreviewSites } from '../../buckets/preview-sites.ts'
import { readFolders } from '../../media-folders/store.ts'
import { namesInValue } from '../../media/names-in-text.ts'
import { listFolders } from '../../object-type-folders/store.ts'
import { listObjectTypes } from '../../object-types/store.ts'
import { wholeObject } from '../../objects/queries/export/exported-object.ts'
import type { StoredObject } from '../../objects/model/state.ts'
import { readObjects } from '../../objects/store/store.ts'
import type { ExportRequest, HeldFile } from './export-task.ts'

/** Rows per query. */
const PAGE = 200

export interface BucketReading {
  db: Reader
  access: BucketAccess
  request: ExportRequest
  publicUrl: string
  /** Called with the number of objects written since the last call; throws if the export was cancelled. */
  step(count: number): void
}

/**
 * Creates the bucket.json of an export. Definitions come first, and objects last, each on its own line
 * (`reading/split-objects.ts`), so neither export nor import holds them all in memory. All reads are within the
 * caller's transaction.
 */
export async function createBucketText({ db, access, request, publicUrl, step }: BucketReading) {
  const { types: selected, hasMedia } = request
  const isSelected = (slug: string) => selected === null || selected.includes(slug)
  const types = (await listObjectTypes(db, access)).filter(({ slug }) => isSelected(slug))
  const slugs = types.map(({ slug }) => slug)
  const files: HeldFile[] = []
  const counts = { types: types.length, objects: 0, media: 0 }
  const names = selected === null ? undefined : await namesInObjects()
  const total = (await countRows(db, access, slugs)) + (hasMedia ? await countMedia(db, access) : 0)

  /** Collects the names of media that the objects of the selected types may use. */
  async function namesInObjects(): Promise<ReadonlySet<string>> {
    const slugsInUse = new Set<string>()
    for (const slug of slugs) {
      for await (const page of objectPages(db, access, slug)) {
        step(0)
        for (const object of page) namesInValue(wholeObject(object), slugsInUse)
      }
    }
    return slugsInUse
  }

  async function* parts(): AsyncGenerator<Buffer> {
    const bucket = await db
      .selectFrom('buckets')
      .select(['slug', 'title', 'preview_sites'])
      .where('id', '=', access.bucketId)
      .executeTakeFirstOrThrow()
    const folders = (await listFolders(db, access))
      .map(({ object_type_slugs: inside, ...folder }) => ({
        ...folder,
        object_type_slugs: inside.filter(isSelected),
      }))
      .filter((folder) => selected === null || folder.object_type_slugs.length > 0)
    const head = {
      ...bucket,
      preview_sites: parsePreviewSites(bucket.preview_sites),
      object_types: types.map(({ total_objects: _, ...type }) => type),
      object_type_folders: folders,
      media_folders: await readFolders(db, access),
    }
    yield Buffer.from(`{"bucket":${JSON.stringify(head).slice(0, -1)},"media":[`)
    for await (const page of mediaPages(db, access)) {
      step(0)
      const rows = page.filter(({ name }) => !names || names.has(name))
      const text = rows.map((row) => JSON.stringify(toEntry(row, publicUrl))).join(',')
      if (text) yield Buffer.from((counts.media > 0 ? ',' : '') + text)
      counts.media += rows.length
      if (!hasMedia) continue
      for (const { name, file_id: fileId } of rows)
        if (fileId !== null) files.push({ name, fileId })
    }
    yield Buffer.from('],"objects":[\n')
    for (const slug of slugs) {
      for await (const page of objectPages(db, access, slug)) {
        const lines = page.map((object) => JSON.stringify(wholeObject(object)))
        yield Buffer.from((counts.objects > 0 ? ',\n' : '') + lines.join(',\n'))
        counts.objects += page.length
        step(page.length)
      }
    }
    yield Buffer.from(counts.objects > 0 ? '\n]}}' : ']}}')
  }

  return { parts, files, counts, total }
}

/** Yields the live objects of a type page by page, in the dashboard's order. */
export async function* objectPages(
  db: Reader,
  access: BucketAccess,
  type: string,
): AsyncGenerator<StoredObject[]> {
  let last: { rank: number; id: string } | undefined
  for (;;) {
    let query = db
      .selectFrom('objects')
      .select(['id', 'rank'])
      .where('bucket_id', '=', access.bucketId)
      .where('type', '=', type)
      .where('deleted_at', 'is', null)
      .orderBy('rank', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE)
    const after = last
    if (after)
      query = query.where((eb) =>
        eb(eb.refTuple('rank', 'id'), '<', eb.tuple(after.rank, after.id)),
      )
    const rows = await query.execute()
    last = rows.at(-1)
    if (!last) return
    const ids = rows.map(({ id }) => id)
    const objects = await readObjects(db, access, ids)
    yield ids.flatMap((id) => objects.get(id) ?? [])
  }
}

type MediaRow = Awaited<ReturnType<ReturnType<typeof mediaQuery>['execute']>>[number]

const mediaQuery = (db: Reader, { bucketId }: BucketAccess, after: string) =>
  db
    .selectFrom('media')
    .leftJoin('files', (join) =>
      join.onRef('files.owner_id', '=', 'media.bucket_id').onRef('files.id', '=', 'media.file_id'),
    )
    .select(['media.id', 'media.name', 'original_name', 'media.size', 'type', 'folder', 'title'])
    .select(['alt_text', 'width', 'height', 'metadata', 'location', 'created_at', 'file_id'])
    .select('files.sha256')
    .where('media.bucket_id', '=', bucketId)
    .where('media.id', '>', after)
    .where('deleted_at', 'is', null)
    .orderBy('media.id')
    .limit(PAGE)

/** Yields the live media page by page, oldest first. */
export async function* mediaPages(db: Reader, access: BucketAccess): AsyncGenerator<MediaRow[]> {
  for (let after = ''; ;) {
    const rows = await mediaQuery(db, access, after).execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    yield rows
  }
}

function toEntry(
  { location, metadata, file_id: _, sha256, ...media }: MediaRow,
  publicUrl: string,
): object {
  return {
    ...media,
    // Only the server writes this column.
    metadata: JSON.parse(metadata) as object,
    ...(sha256 !== null && { sha256 }),
    url: `${location ?? `${publicUrl}/media`}/${encodeURIComponent(media.name)}`,
  }
}

async function countRows(db: Reader, { bucketId }: BucketAccess, types: readonly string[]) {
  if (types.length === 0) return 0
  const { count } = await db
    .selectFrom('objects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('bucket_id', '=', bucketId)
    .where('type', 'in', types)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

async function countMedia(db: Reader, { bucketId }: BucketAccess): Promise<number> {
  const { count } = await db
    .selectFrom('media')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('bucket_id', '=', bucketId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
