import { Readable } from 'node:stream'

import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { objectGroups } from '@typecase/contract/object-groups'
import {
  missingObjects,
  objectReferences,
  replaceReference,
} from '@typecase/contract/object-references'
import { exportObjects } from '@typecase/contract/object-export'
import {
  addObject,
  deleteObjects,
  duplicateObject,
  duplicateObjects,
  getObject,
  getUnreviewed,
  listObjects,
  objectTitles,
  publishObjects,
  reorderObjects,
  reviewObjects,
  searchBuckets,
  searchObjects,
  unpublishObjects,
  updateObject,
  updateObjects,
} from '@typecase/contract/objects'
import { searchAndReplace } from '@typecase/contract/search-and-replace'

import type { App } from '../../app.ts'
import { forbidden, invalid, notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { openBucket, readVersion } from '../buckets/bucket-access.ts'
import { auditedCommit } from '../extensions/audited-commit.ts'
import { respondWithPlan } from '../../bulk/plan-response.ts'
import { loadForLimits } from '../plans/limits.ts'
import { chooseVersion, stateIn } from '../perspectives/choose-version.ts'
import { assertMayEdit, assertMayReorder } from './model/contributor-rules.ts'
import { respondWithChange } from './changes/bulk/change-response.ts'
import { assertOneChoice, choiceOf } from './changes/bulk/versions.ts'
import { registerBulkJobs } from './changes/bulk/job.ts'
import { createExportResponses } from './queries/export/export-response.ts'
import { groupObjects } from './queries/groups/group-objects.ts'
import { listVersions } from './queries/list.ts'
import { readListRequest, sortForPeople } from './queries/list-request.ts'
import type { ObjectData } from './changes/object-edit.ts'
import { addOne, duplicateOne, loadForOne, updateOne } from './changes/one-object.ts'
import { toCmsObject } from './model/read-form.ts'
import { changedFieldNames } from './model/state-diff.ts'
import { findReferences } from './queries/references/find-references.ts'
import { findMissing } from './queries/references/missing-objects.ts'
import { referenceChange } from './changes/replace-reference.ts'
import { reorderObject } from './changes/reorder.ts'
import { findTypeOf, readObject } from './store/store.ts'
import { findRevisionAt } from '../revisions/store.ts'
import { planReplacement, replaceMatches } from './changes/replace/search-plans.ts'
import { searchTexts } from './queries/search.ts'
import { searchAllBuckets } from './queries/search-buckets.ts'
import { readTitles } from './queries/titles.ts'
import { findTypeModel } from './store/type-models.ts'
import { updatesByID } from './changes/update-many/update-kind.ts'

/** Default number of references per page. */
const REFERENCES = 50

export function routes(app: App): Route[] {
  const { db, clock } = app
  const respondWithExport = createExportResponses(app)
  registerBulkJobs(app)

  return [
    handle(listObjects, async ({ principal, query, request, reply, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      const { bucketId } = access
      const version = await readVersion(db, access)
      const scope = {
        bucketId,
        version,
        reader: 'dashboard',
        mayBeStored: false,
        holder: principal.userId,
      }
      return app.responseCache(scope, request, reply, () =>
        inTurn(async () => {
          const { sort: sortText, ...request } = readListRequest(query, clock.now())
          const sort = await sortForPeople(db.read, access, sortText, query.collation)
          const source = await chooseVersion(app, access, query, version)
          return listVersions(app, access, { ...request, sort, version, source }, signal)
        }),
      )
    }),

    handle(objectGroups, async ({ principal, query, request, reply, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      const { bucketId } = access
      const version = await readVersion(db, access)
      const scope = {
        bucketId,
        version,
        reader: 'dashboard',
        mayBeStored: false,
        holder: principal.userId,
      }
      return app.responseCache(scope, request, reply, () =>
        inTurn(() => groupObjects(app, access, query, clock.now(), signal)),
      )
    }),

    handle(getObject, async ({ principal, query, reply }) => {
      const access = await openBucket(db, principal, query.slug)
      const stored = await readObject(db.read, access, query.object_id)
      const version = await chooseVersion(app, access, query)
      const state = stateIn(version, stored.id, stored.state)
      // The object exists, but is not public in this perspective.
      if (!state) throw notFound('Object')
      const model = await findTypeModel(db.read, access, stored.type)
      reply.header('etag', `"${stored.rev}"`)
      return { object: toCmsObject(access, { ...stored, state }, model) }
    }),

    handle(objectReferences, async ({ principal, query, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      const { limit = REFERENCES, skip = 0 } = query
      const id = query.object_id
      const page = { limit, skip }
      const references = await inTurn(() => findReferences(app, access, id, page, signal))
      // The target of references may be missing, so its existence is only checked if there are none.
      if (references.total === 0) await readObject(db.read, access, id)
      return { ...references, ...page }
    }),

    handle(missingObjects, async ({ principal, query, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      return inTurn(() => findMissing(app, access, signal))
    }),

    handle(addObject, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      await loadForOne(app, access, body.data.type)
      await loadForLimits(app, access)
      return commit((write) => addOne(app, write, access, body.data, body.publish_apart), access)
    }),

    handle(updateObject, async ({ principal, body, ifMatch, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      const rev = ifMatch ?? body.rev
      if (mayGain(body.data)) {
        await loadForOne(app, access, await findTypeOf(db.read, access, body.object_id))
      }
      const { object_id: id, data, publish_apart: isApart, autosave: isAutosave } = body
      if (isAutosave && data.status !== 'draft') {
        throw invalid('data.status', 'data.status must be draft in an autosave', 'autosave')
      }
      const how = { rev, isApart, isAutosave }
      return commit((write) => updateOne(app, write, access, id, data, how), access)
    }),

    handle(duplicateObject, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      await loadForLimits(app, access)
      return commit(
        async (write) => ({ object: await duplicateOne(app, write, access, body.object_id) }),
        access,
      )
    }),

    handle(duplicateObjects, async ({ principal, body: scope, ...call }) => {
      const access = await openBucket(db, principal, scope.slug, 'objects:write')
      return respondWithChange(app, call, access, {
        change: { kind: 'duplicate', params: null },
        scope,
      })
    }),

    handle(reorderObjects, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      assertMayReorder(access)
      return commit(async (write) => {
        await reorderObject(app, write, access, body)
        return { message: 'The object was moved.' }
      }, access)
    }),

    handle(deleteObjects, async ({ principal, body: scope, ...call }) => {
      const access = await openBucket(db, principal, scope.slug, 'objects:delete')
      return respondWithChange(app, call, access, {
        change: { kind: 'delete', params: null },
        scope,
      })
    }),

    handle(publishObjects, async ({ principal, body, ...call }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:publish')
      const { all_versions: allLocales = false, ...scope } = body
      const change = { kind: 'publish', params: null }
      return respondWithChange(app, call, access, { change, scope, allLocales })
    }),

    handle(unpublishObjects, async ({ principal, body, ...call }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:publish')
      const { all_versions: allLocales = false, ...scope } = body
      const change = { kind: 'unpublish', params: null }
      return respondWithChange(app, call, access, { change, scope, allLocales })
    }),

    handle(reviewObjects, async ({ principal, body: scope, ...call }) => {
      const access = await openBucket(db, principal, scope.slug, 'objects:write')
      if (access.client !== null)
        throw forbidden('Only a person can mark what an assistant wrote as reviewed.')
      const change = { kind: 'review', params: null }
      return respondWithChange(app, call, access, { change, scope })
    }),

    handle(getUnreviewed, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      const { id, state } = await readObject(db.read, access, query.object_id)
      const rev = state.unreviewed?.rev ?? 0
      const before = rev > 0 ? await findRevisionAt(db.read, access, id, rev) : undefined
      return {
        fields: before ? changedFieldNames(before.state, state) : [],
        revision_id: before?.id ?? null,
      }
    }),

    handle(bulkEditObjects, async ({ principal, body, ...call }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      const { data, publish: _, ...scope } = body
      const choice = choiceOf(access, body)
      assertMayEdit(access, data)
      assertOneChoice(choice, data, 'data')
      return respondWithChange(app, call, access, {
        change: { kind: 'bulkEdit', params: { ...data, ...choice } },
        scope,
      })
    }),

    handle(replaceReference, async ({ principal, body, ...call }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      const { from, to: _to, publish: _publish, ...scope } = body
      const params = { ...(await referenceChange(app, access, body)), ...choiceOf(access, body) }
      return respondWithChange(app, call, access, {
        change: { kind: 'replaceReference', params },
        scope: { ...scope, referringTo: from },
      })
    }),

    handle(updateObjects, async ({ principal, body, ...call }) => {
      const { updates, publish: _, ...rest } = body
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      const scope = { ...rest, object_ids: updates.map(({ object_id: id }) => id) }
      const change = { kind: 'updateMany', params: updatesByID(updates, choiceOf(access, body)) }
      const commit = auditedCommit(app, access, { principal, ...call }, updates.length)
      return respondWithChange(app, { ...call, commit }, access, { change, scope })
    }),

    handle(searchAndReplace, async ({ principal, body, ...call }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      if (body.dry_run) {
        return respondWithPlan(call, (signal, tell) =>
          planReplacement(app, access, body, { signal, tell }),
        )
      }
      return replaceMatches(app, access, body, call.commit)
    }),

    handle(exportObjects, async (call) => {
      const { principal, body, reply, signal, inTurn } = call
      const access = await openBucket(db, principal, body.slug)
      const { project_id: projectId } = await db.read
        .selectFrom('buckets')
        .select('project_id')
        .where('id', '=', access.bucketId)
        .executeTakeFirstOrThrow()
      const act = { subject: { title: access.slug }, details: { format: body.format } }
      // Audit before the file is created: nothing is exported without an entry. The entry does not name the bucket by
      // id, so that it need not wait for an import that is running there.
      await db.write(
        (write) => audit(write, app, actorOf(call), { kind: 'bucket.export', projectId, ...act }),
        'read committed',
      )
      return inTurn(() => respondWithExport(reply, access, body, signal))
    }),

    handle(objectTitles, async ({ principal, query, reply, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      const titles = await inTurn(() => readTitles(app, access, query.since ?? 0, signal))
      return reply
        .type('application/json; charset=utf-8')
        .send(Readable.from(titles, { objectMode: false }))
    }),

    handle(searchObjects, async ({ principal, query, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      const { q, limit = 20 } = query
      return { objects: await inTurn(() => searchTexts(app, access, { q, limit }, signal)) }
    }),

    handle(searchBuckets, async ({ principal, query, signal, inTurn }) => {
      const { slug, q, limit = 5, titles = true } = query
      return inTurn(() => searchAllBuckets(app, principal, { slug, q, limit, titles }, signal))
    }),
  ]
}

/** Whether an update may claim a unique value: through a new value, another locale, or another status. */
const mayGain = ({ metadata, metafields, status, locale }: ObjectData): boolean =>
  [metadata, metafields, status, locale].some((sent) => sent !== undefined)
