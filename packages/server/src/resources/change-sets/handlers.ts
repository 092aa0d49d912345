import {
  type ChangeSet,
  getChangeSet,
  listChangeSets,
  undoChangeSet,
} from '@typecase/contract/change-sets'
import type { FieldChange } from '@typecase/contract/field-changes'

import type { App } from '../../app.ts'
import { stoppedClock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict, forbidden, notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { assertMay, type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { AT_ONCE } from '../../bulk/change-many.ts'
import { type FailedItem, keepFailures, readFailures } from '../../bulk/failures.ts'
import { loadUniqueValues } from '../objects/queries/unique-holders.ts'
import { countOfTypeId } from '../object-types/migrate/objects-of-type.ts'
import { undoMigration } from '../object-types/migrate/undo-migration.ts'
import { readChanges } from './changes.ts'
import { findFields } from './fields-of-type.ts'
import { readMediaChanges } from './changed-media.ts'
import { findChangeSet, isJobRunning, listChangeSets as readChangeSets } from './store.ts'
import { undoTitle } from './undo.ts'
import { bringTypesBack, importBehind, removeTypesOf } from './undo-import.ts'
import { undoneBefore, undoSome } from './undo-some.ts'
import { enqueueUndo, registerUndoJob } from './undo-job.ts'

/** Default number of rows per page. */
const PAGE_SIZE = 50

export function routes(app: App): Route[] {
  const { db } = app
  registerUndoJob(app)

  return [
    handle(listChangeSets, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      const { slug: _, limit = PAGE_SIZE, skip = 0, ...filter } = query
      return {
        ...(await readChangeSets(db.read, access, { ...filter, limit, skip })),
        limit,
        skip,
      }
    }),

    handle(getChangeSet, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      const change_set = await findChangeSet(db.read, access, query.change_set_id)
      if (!change_set) throw notFound('Change set')
      const { limit = PAGE_SIZE, skip = 0 } = query
      const page = await readPage(db.read, access, change_set, { limit, skip })
      const all = { limit: Number.MAX_SAFE_INTEGER, skip: 0 }
      const failures = await readFailures(db.read, access, change_set.id, all)
      // Failures of synchronous calls name each object.
      const skipped = failures.failures as FailedItem[]
      return { change_set, ...page, skipped, limit, skip }
    }),

    handle(undoChangeSet, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      const undone = await findChangeSet(db.read, access, body.change_set_id)
      if (!undone) throw notFound('Change set')
      assertMayUndo(access, undone)
      if (undone.undone_by !== null) throw undoneBefore()
      if (await isJobRunning(db.read, undone)) {
        throw conflict('This is still running. Cancel it first, then undo it.')
      }
      const fields = await findFields(db.read, access, undone.id)
      if (fields) assertMayChangeTypes(access)
      const total = fields ? await countOfTypeId(db.read, access, fields.typeId) : undone.count
      const { subject } = undone
      if (total > AT_ONCE) {
        const enqueue = async (write: Write) => {
          const job = await enqueueUndo(app, write, access, undone, total)
          return { job, ...(subject && { subject }) }
        }
        return commit(enqueue, access, 202)
      }
      await loadUniqueValues(app, access)
      const undo = async (write: Write) => {
        const reason = { kind: 'undo', title: undoTitle(undone.title), undoOf: undone.id }
        if (fields) {
          const { modified, failed, ...migrated } = await undoMigration(
            app,
            write,
            access,
            undone,
            fields,
            reason,
          )
          await keepFailures(write, access.bucketId, migrated.changeSetId, failed)
          return { changeSetId: migrated.changeSetId, restored: modified, skipped: failed }
        }
        const services = { ...app, clock: stoppedClock(app.clock.iso()) }
        const source = await importBehind(write.db, access, undone)
        if (source && !source.isUndo) await bringTypesBack(services, write, access, undone)
        const outcome = await undoSome(services, write, access, undone, { limit: AT_ONCE }, reason)
        const { restored = 0, skipped = [], changeSetId = null } = outcome ?? {}
        if (source?.isUndo && changeSetId)
          await removeTypesOf(services, write, access, source.import)
        await keepFailures(write, access.bucketId, changeSetId, skipped)
        return { restored, skipped, changeSetId }
      }
      return commit(async (write) => {
        const { changeSetId, ...counts } = await undo(write)
        return {
          ...counts,
          title: undoTitle(undone.title),
          ...(subject && { subject }),
          ...(changeSetId && { change_set_id: changeSetId }),
        }
      }, access)
    }),
  ]
}

/** Reads a page of a change set's changes: its objects come first, then its media. */
async function readPage(
  db: Reader,
  access: BucketAccess,
  set: ChangeSet,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ changes: FieldChange[]; total: number }> {
  const { id, subject } = set
  if (subject === 'media') return readMediaChanges(db, access, set, { limit, skip })
  const objects = await readChanges(db, access, id, { limit, skip })
  if (!subject) return objects
  const objectCount = Math.min(limit, Math.max(0, objects.total - skip))
  const rest = { limit: limit - objectCount, skip: Math.max(0, skip - objects.total) }
  const media = await readMediaChanges(db, access, set, rest)
  return {
    changes: [...objects.changes, ...media.changes],
    total: objects.total + media.total,
  }
}

/** Checks that the role may change object types. @throws Failure `forbidden` */
function assertMayChangeTypes(access: BucketAccess): void {
  if (access.can('types:write')) return
  throw forbidden(`Your role (${access.describeRole}) may not change object types, nor undo that.`)
}

/** Kinds of changes that contributors make themselves, and may undo. */
const contributed: readonly string[] = [
  'add',
  'update',
  'autosave',
  'duplicate',
  'bulkEdit',
  'searchAndReplace',
  'replaceReference',
  // A contributor's macro consists of steps that they may run themselves.
  'macro',
]

/**
 * Checks that the role may undo a change set.
 * @throws Failure `forbidden` for a contributor if the change set is someone else's or changed media
 */
function assertMayUndo(access: BucketAccess, { kind, created_by, subject }: ChangeSet): void {
  if (subject) assertMay(access, 'media:write')
  if (subject === 'media') return
  if (access.can('objects:others')) return
  if (created_by === access.userId && contributed.includes(kind)) return
  throw forbidden(
    `Your role (${access.describeRole}) may only undo changes that you made yourself.`,
  )
}
