import {
  isPicked,
  neededObjects,
  type Props,
  type PropsTree,
  pick,
} from '@typecase/content-query/props'
import { storedFileUse } from '@typecase/contract/picture-use'

import { MAX_CONTENT_BYTES } from '../../limits.ts'
import { embeddedTooLarge, metafieldsTooLarge } from '../../http/response-size.ts'
import type { RequestedParts } from '../../resources/objects/queries/page-rows.ts'
import { withValues } from '../../resources/objects/model/read-form.ts'
import { withLinks } from './object-links.ts'
import type { ObjectRow, PublicObject } from './object-row.ts'
import type { Version } from './object-store.ts'
import { useOfFile } from '../../resources/media/media-view.ts'
import type { ContentReader } from './reader.ts'
import { type Reference, referencesIn } from './relations.ts'
import { addSources, type SourcedObject, withSourceProps } from './sources.ts'

/** The parts of each object to read. */
export interface Reading {
  version: Version
  props: Props
  /** Levels of relations that are returned as objects; deeper ones are ids. */
  depth: number
  /** Whether to add each object's metafields: the definitions with the values of `metadata`. */
  hasMetafields?: boolean
  /** Whether to add a file's name, alternative text, size and placeholder. */
  hasFileDetails?: boolean
  /** Whether to mark texts with the field that they come from. */
  hasSources?: boolean
}

/** Maximum number of embedded objects in a response: a deep, dense graph would otherwise grow without bound. */
const MAX_EMBEDDED_OBJECTS = 20_000

/** A relation in the response, with the objects that contain it: embedding one of these again would never end. */
interface Pending {
  reference: Reference
  ancestors: readonly string[]
}

/**
 * Turns rows into the objects that clients read: files become URLs, links to objects contain slugs, and relations
 * become objects down to `depth` (or where `props` select a field below one), deeper ones ids. A relation to an object
 * that lacks this version is null in both forms. Each level costs one query, regardless of its size.
 */
export async function toPublicObjects(
  rows: readonly ObjectRow[],
  reader: ContentReader,
  {
    version,
    props: requestedProps,
    depth: levels,
    hasMetafields = false,
    hasFileDetails = false,
    hasSources = false,
  }: Reading,
): Promise<object[]> {
  const props = hasMetafields ? withMetadata(requestedProps) : requestedProps
  const needed = new Set(neededObjects(requestedProps))
  const files: Reference[] = []
  const thumbnails: PublicObject[] = []
  const objects: SourcedObject[] = []
  const gaps = new Set<unknown[]>()
  let bytes = 0
  for (const { content, metadata } of rows) bytes += content.length + metadata.length
  if (hasMetafields) bytes += metafieldBytes(rows, reader)
  if (bytes > MAX_CONTENT_BYTES && hasMetafields) throw metafieldsTooLarge()

  function open(
    row: ObjectRow,
    at: string,
    ancestors: readonly string[],
  ): [PublicObject, Pending[]] {
    const object = toPublicObject(row)
    if (object.thumbnail) thumbnails.push(object)
    objects.push({ object, at })
    const references = referencesIn(
      object.metadata,
      reader.fields.get(row.type) ?? [],
      `${at}metadata`,
    ).filter(({ path }) => isPicked(props, path))
    files.push(...references.filter(({ kind }) => kind === 'file'))
    const pending = references
      .filter(({ kind }) => kind === 'object')
      .map((reference) => ({ reference, ancestors: [...ancestors, row.id] }))
    return [object, pending]
  }

  function takeOut({ list, replace }: Reference): void {
    if (list) gaps.add(list)
    replace(null)
  }

  const linked = await withLinks(rows, reader.objects, version)
  const links = linked.map((row) => open(row, '', []))
  const asIds: Reference[] = []
  let level = links.flatMap(([, pending]) => pending)
  let room = MAX_EMBEDDED_OBJECTS
  for (let depth = 0; level.length > 0; depth += 1) {
    const requested: Pending[] = []
    for (const pending of level) {
      const { reference, ancestors } = pending
      const isObject =
        (depth < levels || needed.has(reference.path)) && !ancestors.includes(reference.value)
      if (isObject && requested.length < room) requested.push(pending)
      else asIds.push(reference)
    }
    if (requested.length === 0) break
    const ids = [...new Set(requested.map(({ reference }) => reference.value))]
    const within: RequestedParts = {
      content: requested.some(({ reference }) => wantsContent(props, reference.path)),
      metadata: true,
    }
    // An object that several others refer to is repeated for each reference.
    const bytesWith = (sizes: ReadonlyMap<string, number>): number => {
      const sum = requested.reduce(
        (total, { reference }) => total + (sizes.get(reference.value) ?? 0),
        bytes,
      )
      if (sum > MAX_CONTENT_BYTES) throw embeddedTooLarge()
      return sum
    }
    const rowsById = await reader.objects.fittingByIds(ids, version, within, bytesWith)
    bytes = bytesWith(new Map(rowsById.map((row) => [row.id, sizeOf(row)])))
    const linkedRows = await withLinks(rowsById, reader.objects, version)
    const existing = new Map(linkedRows.map((row) => [row.id, row]))
    level = requested.flatMap(({ reference, ancestors }) => {
      const row = existing.get(reference.value)
      if (!row) {
        takeOut(reference)
        return []
      }
      room -= 1
      const [object, pending] = open(row, `${reference.path}.`, ancestors)
      reference.replace(object)
      return pending
    })
  }

  if (asIds.length > 0) {
    const ids = [...new Set(asIds.map(({ value }) => value))]
    const existing = await reader.objects.existing(ids, version)
    for (const reference of asIds) if (!existing.has(reference.value)) takeOut(reference)
  }
  for (const list of gaps) closeGaps(list)
  await resolveFiles(files, thumbnails, reader, hasFileDetails)
  if (hasSources) addSources(objects, reader.fields, props, bytes)
  const pickedProps = hasSources ? withSourceProps(requestedProps) : requestedProps
  return links.map(([object]) => {
    const picked = pick(object, pickedProps)
    if (!hasMetafields) return picked
    const metafields = withValues(reader.fields.get(object.type) ?? [], object.metadata)
    return { ...picked, metafields }
  })
}

const sizeOf = ({ content, metadata }: ObjectRow): number =>
  Buffer.byteLength(content) + Buffer.byteLength(metadata)

/** Returns props that also select all metadata, since metafields are derived from its values. */
export const withMetadata = (props: Props): Props =>
  props === 'all' ? props : new Map<string, PropsTree>([...props, ['metadata', new Map()]])

/** Returns how many bytes metafields add to a response: the definitions of each type, and the values once more. */
function metafieldBytes(rows: readonly ObjectRow[], { fields }: ContentReader): number {
  const sizes = new Map<string, number>()
  let bytes = 0
  for (const { type, metadata } of rows) {
    const size = sizes.get(type) ?? JSON.stringify(fields.get(type) ?? []).length
    sizes.set(type, size)
    bytes += size + metadata.length
  }
  return bytes
}

/** Whether props select the content of an object that is nested at a path in another. */
function wantsContent(props: Props, path: string): boolean {
  if (props === 'all') return true
  let branch = props
  for (const key of path.split('.')) {
    const below = branch.get(key)
    if (!below) return false
    if (below.size === 0) return true
    branch = below
  }
  return branch.has('content')
}

function toPublicObject({
  bucket_id,
  metadata,
  rank,
  version: _,
  ...row
}: ObjectRow): PublicObject {
  return {
    ...row,
    bucket: bucket_id,
    metadata: JSON.parse(metadata) as Record<string, unknown>,
    order: rank,
  }
}

/** Removes nulls from a list, so that clients which map over it get only objects. */
function closeGaps(list: unknown[]): void {
  let count = 0
  for (const item of list) if (item !== null) list[count++] = item
  list.length = count
}

/** The details of a file that was deleted or never belonged to this bucket. */
const NO_DETAILS = { name: null, alt_text: null, width: null, height: null, blurhash: null }

async function resolveFiles(
  files: readonly Reference[],
  thumbnails: readonly PublicObject[],
  { mediaByName, mediaUrls }: ContentReader,
  hasDetails: boolean,
): Promise<void> {
  const columns = [
    ...files.map(({ value }) => value),
    ...thumbnails.flatMap(({ thumbnail }) => thumbnail ?? []),
  ]
  if (columns.length === 0) return
  const names = [...new Set(columns.map((value) => storedFileUse(value).name))]
  const mediaByKey = new Map((await mediaByName(names)).map((media) => [media.name, media]))
  const mediaUrl = await mediaUrls()
  function addressesOf(value: string) {
    // A name that is a URL stays one: imports contain such names.
    if (/^https?:\/\//.test(value)) return { url: value, imgix_url: value }
    const { name, use } = storedFileUse(value)
    const media = mediaByKey.get(name)
    const index = media ?? { name, location: null, replaced: 0 }
    const ofFile = media && !use.rect ? useOfFile(JSON.parse(media.metadata)) : {}
    return { url: mediaUrl(index), imgix_url: mediaUrl(index, { ...ofFile, ...use }) }
  }
  function detailsOf(value: string) {
    const media = mediaByKey.get(storedFileUse(value).name)
    const { name, alt_text, width, height, blurhash } = media ?? NO_DETAILS
    return { name, alt_text, width, height, blurhash }
  }
  for (const { value, replace } of files)
    replace({ ...addressesOf(value), ...(hasDetails && detailsOf(value)) })
  for (const object of thumbnails) object.thumbnail = addressesOf(object.thumbnail ?? '').imgix_url
}
