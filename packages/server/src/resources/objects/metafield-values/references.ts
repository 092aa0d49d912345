import type { ErrorDetail } from '@typecase/contract/errors'

import type { Reader } from '../../../database/database.ts'
import { selectRows } from '../../../database/run-sql.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { Reference } from './value-check.ts'

interface Target {
  target: string
  /** The slug of an object's type, or a media type such as `image/png`. */
  type: string
}

const statements: Record<Reference['kind'], string> = {
  object:
    'SELECT id AS target, type FROM objects WHERE id IN (SELECT value FROM json_each(?)) AND bucket_id = ? AND deleted_at IS NULL',
  media:
    'SELECT name AS target, type FROM media WHERE name IN (SELECT value FROM json_each(?)) AND bucket_id = ? AND deleted_at IS NULL',
}

/** A problem for each reference that leads nowhere, to another bucket, or to something of the wrong kind. */
export async function brokenReferences(
  db: Reader,
  access: BucketAccess,
  references: readonly Reference[],
): Promise<ErrorDetail[]> {
  const objects = await targets(db, access, references, 'object')
  const media = await targets(db, access, references, 'media')
  return references.flatMap(({ path, kind, target, wanted }) => {
    const found = kind === 'object' ? objects.get(target) : media.get(target)
    const words = wordsFor(kind, found, wanted)
    return words ? [{ path, message: `${path} ${words}`, rule: 'reference' }] : []
  })
}

function wordsFor(
  kind: Reference['kind'],
  type: string | undefined,
  wanted: string | undefined,
): string | undefined {
  if (kind === 'media') {
    // A media that is not there is no error: imports and older clients name files before they arrive.
    const isOther = type !== undefined && wanted !== undefined && !type.startsWith(`${wanted}/`)
    return isOther ? `must be a media of type ${wanted}` : undefined
  }
  if (type === undefined) return 'must be an object of this bucket'
  return wanted !== undefined && type !== wanted ? `must be an object of type ${wanted}` : undefined
}

async function targets(
  db: Reader,
  { bucketId }: BucketAccess,
  references: readonly Reference[],
  kind: Reference['kind'],
): Promise<ReadonlyMap<string, string>> {
  const wanted = references.filter((reference) => reference.kind === kind)
  if (wanted.length === 0) return new Map()
  const rows = await selectRows<Target>(db, {
    text: statements[kind],
    values: [JSON.stringify(wanted.map(({ target }) => target)), bucketId],
  })
  return new Map(rows.map(({ target, type }) => [target, type]))
}
