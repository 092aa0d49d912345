import {
  getLatestRevision,
  getRevision,
  listRevisions as listRevisionsCall,
  type ObjectRevision,
  restoreRevision,
  REVISIONS_PAGE_SIZE,
  revisionAuthors,
  updateRevision,
  type WholeRevision,
} from '@typecase/contract/object-revisions'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { assertMayWrite } from '../objects/model/contributor-rules.ts'
import { changeOne, loadForOne } from '../objects/changes/one-object.ts'
import { toCmsObject } from '../objects/model/read-form.ts'
import { changedFieldNames } from '../objects/model/state-diff.ts'
import type { StoredObject } from '../objects/model/state.ts'
import { findTypeOf, readObject } from '../objects/store/store.ts'
import { findTypeModel } from '../objects/store/type-models.ts'
import { assertAddOn } from '../projects/add-ons.ts'
import { findAuthors } from './authors.ts'
import { dataOf, type SkippedField, unfitting } from './restore.ts'
import {
  findRevision,
  findRevisionAt,
  keepRevision,
  indexRevisions,
  nameRevision,
  readRevisions,
  type Revision,
  revisionsBefore,
} from './store.ts'

export function routes(app: App): Route[] {
  const { db, clock } = app

  /** Opens a bucket. @throws Failure `forbidden` also if its project lacks the add-on for the revision history */
  async function open(principal: UserPrincipal, slug: string, permission?: 'objects:write') {
    const access = await openBucket(db, principal, slug, permission)
    await assertAddOn(app, access, 'revision_history')
    return access
  }

  return [
    handle(listRevisionsCall, async ({ principal, query, inTurn }) => {
      const access = await open(principal, query.slug)
      const { limit = REVISIONS_PAGE_SIZE, skip = 0, created_by, only } = query
      const object = await readObject(db.read, access, query.object_id)
      return inTurn(async () => {
        const page = { limit, skip, created_by, only }
        const index = await indexRevisions(db.read, access, object.id, page)
        const rows: ObjectRevision[] = []
        const isWhole = created_by === undefined && only === undefined
        let later: Revision | undefined
        for await (const revision of readRevisions(db.read, access, object.id, index)) {
          // Without a filter, the next row is the previous state.
          if (later) {
            const before = isWhole ? revision : undefined
            rows.push(await withChanges(db.read, access, object, later, before))
          }
          later = revision
        }
        if (later) rows.push(await withChanges(db.read, access, object, later))
        return { revisions: rows, total: index.total, limit, skip }
      })
    }),

    handle(getLatestRevision, async ({ principal, query }) => {
      const access = await open(principal, query.slug)
      const object = await readObject(db.read, access, query.object_id)
      const [revision] = await revisionsBefore(db.read, access, object.id, object.rev)
      return { revision: revision ? await wholeRevision(db.read, access, object, revision) : null }
    }),

    handle(getRevision, async ({ principal, query }) => {
      const access = await open(principal, query.slug)
      const object = await readObject(db.read, access, query.object_id)
      const revision = await existing(db.read, access, object.id, query.revision_id)
      return { revision: await wholeRevision(db.read, access, object, revision) }
    }),

    handle(restoreRevision, async ({ principal, body, ifMatch, commit }) => {
      const access = await open(principal, body.slug, 'objects:write')
      await loadForOne(app, access, await findTypeOf(db.read, access, body.object_id))
      const rev = ifMatch ?? body.rev
      return commit(async (write) => {
        const { id } = await readObject(write.db, access, body.object_id)
        const revision = await existing(write.db, access, id, body.revision_id)
        const skipped: SkippedField[] = []
        const restore = () =>
          changeOne(app, write, access, { id, rev }, (_before, model) => ({
            data: dataOf(revision, model, body.fields, skipped),
            reason: (title) => ({ kind: 'restore', title: `Restore a revision of “${title}”` }),
          }))
        for (;;) {
          try {
            const { written, changeSetId } = await restore()
            return {
              object: written.object,
              change_set_id: changeSetId,
              ...(skipped.length > 0 && { left_out: skipped }),
            }
          } catch (reason) {
            // The remaining valid fields are restored, unless the call names fields.
            const more = body.fields ? [] : unfitting(reason)
            const isNew = ({ field }: SkippedField) => !skipped.some((one) => one.field === field)
            if (more.filter(isNew).length === 0) throw reason
            skipped.push(...more.filter(isNew))
          }
        }
      }, access)
    }),

    handle(updateRevision, async ({ principal, body, commit }) => {
      const access = await open(principal, body.slug, 'objects:write')
      const { name } = body.data
      return commit(async (write) => {
        const object = await readObject(write.db, access, body.object_id)
        assertMayWrite(access, object)
        const revision =
          body.revision_id === undefined
            ? await current(write.db, access, object)
            : await existing(write.db, access, object.id, body.revision_id)
        await nameRevision(write.db, access, revision, name)
        return { revision: await withChanges(write.db, access, object, { ...revision, name }) }
      }, access)
    }),

    handle(revisionAuthors, async ({ principal, query, signal, inTurn }) => {
      const access = await open(principal, query.slug)
      const object = await readObject(db.read, access, query.object_id)
      return inTurn(() => findAuthors(db.read, access, object, query.field, signal))
    }),
  ]

  /** Returns the revision of an object's current state, and creates it if necessary. */
  async function current(reader: Reader, access: BucketAccess, object: StoredObject) {
    const existing = await findRevisionAt(reader, access, object.id, object.rev)
    if (existing) return existing
    await keepRevision(clock, reader, access, object, JSON.stringify(object.state), null)
    const revision = await findRevisionAt(reader, access, object.id, object.rev)
    if (!revision) throw new Error('This state of the object was not stored.')
    return revision
  }
}

/** Finds a revision of an object. @throws Failure `not_found` for a revision of another object */
async function existing(
  db: Reader,
  access: BucketAccess,
  objectId: string,
  id: string,
): Promise<Revision> {
  const revision = await findRevision(db, access, objectId, id)
  if (!revision) throw notFound('Revision')
  return revision
}

const toRevision = (object: StoredObject, { id, rev, name, status, state, ...meta }: Revision) => ({
  id,
  object_id: object.id,
  rev,
  name,
  title: state.title,
  status,
  created_at: meta.created_at,
  created_by: meta.created_by,
  is_current: rev === object.rev,
})

/** Adds the names of the changed fields to a revision. @param before the previous state, if the caller has it */
async function withChanges(
  db: Reader,
  access: BucketAccess,
  object: StoredObject,
  revision: Revision,
  before?: Revision,
): Promise<ObjectRevision> {
  const former = before ?? (await revisionsBefore(db, access, object.id, revision.rev))[0]
  const changed = former ? changedFieldNames(former.state, revision.state) : []
  return { ...toRevision(object, revision), changed }
}

async function wholeRevision(
  db: Reader,
  access: BucketAccess,
  object: StoredObject,
  revision: Revision,
): Promise<WholeRevision> {
  const { rev, state } = revision
  const model = await findTypeModel(db, access, object.type)
  return {
    ...toRevision(object, revision),
    object: toCmsObject(access, { ...object, rev, state }, model),
  }
}
