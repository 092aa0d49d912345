import { parsePage } from '@typecase/content-query/page'
import { parseProps } from '@typecase/content-query/props'
import { findRevision as findOne, findRevisions } from '@typecase/contract/content'

import type { App } from '../../app.ts'
import { notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import type { KeyPrincipal } from '../../http/principal.ts'
import type { BucketAccess } from '../../resources/buckets/bucket-access.ts'
import { readObject } from '../../resources/objects/store/store.ts'
import type { StoredObject } from '../../resources/objects/model/state.ts'
import { findRevision, listRevisions, type Revision } from '../../resources/revisions/store.ts'
import type { ObjectRow } from '../objects/object-row.ts'
import { type Reading, toPublicObjects } from '../objects/read-form.ts'
import { readerOf } from '../objects/reader.ts'
import { openByKey } from '../open-by-key.ts'

/** Default limit of a page, since each revision is a whole object. */
const DEFAULT_LIMIT = 100

export function routes(app: App): Route[] {
  const { db } = app

  /**
   * Converts revisions for clients. Their relations are in the newest version, since revisions belong to no published
   * state.
   */
  async function toRevision(
    principal: KeyPrincipal,
    access: BucketAccess,
    object: StoredObject,
    revisions: readonly Revision[],
    reading: Omit<Reading, 'version'>,
  ): Promise<object[]> {
    const rows = revisions.map((revision) => toRow(access, object, revision))
    const reader = await readerOf(app, access, principal)
    return toPublicObjects(rows, reader, { ...reading, version: 'newest' })
  }

  return [
    handle(findRevisions, async ({ principal, params, query }) => {
      const access = openByKey(principal, params.slug, 'newest')
      const object = await readObject(db.read, access, params.id)
      const page = parsePage(query, DEFAULT_LIMIT)
      const { revisions, total } = await listRevisions(db.read, access, params.id, page)
      const reading = { props: parseProps(query.props), depth: query.depth ?? 0 }
      return {
        revisions: await toRevision(principal, access, object, revisions, reading),
        total,
        ...page,
      }
    }),

    handle(findOne, async ({ principal, params, query }) => {
      const access = openByKey(principal, params.slug, 'newest')
      const object = await readObject(db.read, access, params.id)
      // The response to an insertion contains the id of its object as the revision: the newest version, not yet stored
      // as one.
      const match =
        params.revision_id === object.id
          ? newestAsRevision(object)
          : await findRevision(db.read, access, params.id, params.revision_id)
      const reading = { props: parseProps(query.props), depth: query.depth ?? 0 }
      const [revision] = match ? await toRevision(principal, access, object, [match], reading) : []
      if (!revision) throw notFound('Revision')
      return { revision }
    }),
  ]
}

const newestAsRevision = ({ id, rev, state, created_at, created_by }: StoredObject): Revision => ({
  id,
  object_id: id,
  rev,
  created_at,
  created_by,
  change_set_id: null,
  name: null,
  status: state.status,
  state,
})

/** Converts a revision to a row with the fields of an object, its own id and the object's. */
function toRow(
  { bucketId }: BucketAccess,
  { type, rank }: StoredObject,
  { id, object_id, created_at, created_by, state }: Revision,
): ObjectRow & { object_id: string } {
  const { published: _, deleted_at: _at, deleted_by: _by, ...version } = state
  return {
    id,
    object_id,
    bucket_id: bucketId,
    type,
    rank,
    ...version,
    created_at,
    created_by,
  }
}
