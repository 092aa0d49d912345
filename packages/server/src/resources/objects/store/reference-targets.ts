import type { ErrorDetail } from '@typecase/contract/errors'
import { otherKind } from '@typecase/contract/field-values/media-name'

import type { Reader } from '../../../database/database.ts'
import { prepared } from '../../../database/prepared.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { Reference } from '@typecase/contract/field-values/value-check'

interface Some {
  bucketId: string
  names: readonly string[]
}

/**
 * Statements that read the targets of references. The `type` is the slug of an object's type, or a media type such as
 * `image/png`.
 */
const statements = {
  object: prepared((db, some: Some) =>
    db
      .selectFrom('objects')
      .select(['id as target', 'type'])
      .where('bucket_id', '=', some.bucketId)
      .where('id', 'in', some.names)
      .where('deleted_at', 'is', null),
  ),
  media: prepared((db, some: Some) =>
    db
      .selectFrom('media')
      .select(['name as target', 'type'])
      .where('bucket_id', '=', some.bucketId)
      .where('name', 'in', some.names)
      .where('deleted_at', 'is', null),
  ),
}

/** Returns a problem for each reference whose target is missing, in another bucket, or of the wrong kind. */
export async function brokenReferences(
  db: Reader,
  access: BucketAccess,
  references: readonly Reference[],
): Promise<ErrorDetail[]> {
  const objects = await targets(db, access, references, 'object')
  const media = await targets(db, access, references, 'media')
  return references.flatMap(({ path, kind, target, expected }) => {
    const row = kind === 'object' ? objects.get(target) : media.get(target)
    const words = wordsFor(kind, row, expected)
    return words ? [{ path, message: `${path} ${words}`, rule: 'reference' }] : []
  })
}

function wordsFor(
  kind: Reference['kind'],
  type: string | undefined,
  expected: string | undefined,
): string | undefined {
  if (kind === 'media') return otherKind(type, expected)
  if (type === undefined) return 'must be an object of this bucket'
  return expected !== undefined && type !== expected
    ? `must be an object of type ${expected}`
    : undefined
}

/** Reads the types of media by name; missing ones are left out. */
export async function mediaTypes(
  db: Reader,
  { bucketId }: BucketAccess,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const rows = await statements.media(db, { bucketId, names: [...names] })
  return new Map(rows.map(({ target, type }) => [target, type]))
}

async function targets(
  db: Reader,
  { bucketId }: BucketAccess,
  references: readonly Reference[],
  kind: Reference['kind'],
): Promise<ReadonlyMap<string, string>> {
  const matching = references.filter((reference) => reference.kind === kind)
  if (matching.length === 0) return new Map()
  const rows = await statements[kind](db, { bucketId, names: matching.map(({ target }) => target) })
  return new Map(rows.map(({ target, type }) => [target, type]))
}
