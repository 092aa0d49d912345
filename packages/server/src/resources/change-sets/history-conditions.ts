import type { HistoryFilter } from '@typecase/contract/history-filter'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'

import type { Tables } from '../../database/tables.ts'
import '../../jobs/job-table.ts'
import { importKinds } from './retention.ts'
import './tables.ts'

type Conditions = Omit<HistoryFilter, 'slug' | 'limit' | 'skip'>

/** A filter of the history and the page of its results. */
export type HistoryPage = Conditions & { limit: number; skip: number }

type Changes = ExpressionBuilder<Tables, 'change_sets'>
type Jobs = ExpressionBuilder<Tables, 'jobs'>
type Condition = Expression<SqlBool>

/** Builds the conditions of a filter on a bucket's change sets. */
export const changeConditions = (bucketId: string, filter: Conditions) => (eb: Changes) =>
  eb.and([
    ...conditions(eb as never, bucketId, filter),
    ...(filter.kind === undefined ? [] : [eb('kind', 'in', kindsOf(filter.kind))]),
    ...(filter.status === undefined
      ? []
      : [eb(statusOfChange(eb), 'in', filter.status.split(','))]),
    ...(filter.object_id === undefined ? [] : [isChangeAbout(eb, bucketId, filter.object_id)]),
  ])

/** Returns the kinds of change sets that a filter selects; `import` includes imports from other systems. */
const kindsOf = (kind: string): readonly string[] => (kind === 'import' ? importKinds : [kind])

/** Builds the conditions of a filter on a bucket's jobs. */
export const jobConditions = (bucketId: string, filter: Conditions) => (eb: Jobs) =>
  eb.and([
    ...conditions(eb, bucketId, filter),
    // Kinds of jobs may have their subject as a prefix: `objects.publish`.
    ...(filter.kind === undefined
      ? []
      : [eb('kind', '=', filter.kind).or(endsWith(eb, filter.kind))]),
    ...(filter.status === undefined ? [] : [eb(statusOfJob(eb), 'in', filter.status.split(','))]),
    ...(filter.object_id === undefined ? [] : [isJobAbout(eb, bucketId, filter.object_id)]),
  ])

/** Builds the conditions on the columns that both tables share. */
function conditions(eb: Jobs, bucketId: string, filter: Conditions): Condition[] {
  const all: Condition[] = [eb('bucket_id', '=', bucketId)]
  if (filter.created_by !== undefined) all.push(eb('created_by', '=', filter.created_by))
  if (filter.since !== undefined) all.push(eb('created_at', '>=', instant(filter.since)))
  if (filter.until !== undefined) all.push(eb('created_at', '<', instant(filter.until)))
  return all
}

/** The status of a change set: the status of its job while that is queued or running, then its own result. */
function statusOfChange(eb: Changes) {
  const ofJob = eb
    .selectFrom('jobs')
    .select('jobs.status')
    .whereRef('jobs.id', '=', 'change_sets.job_id')
  return eb
    .case()
    .when(ofJob, 'in', ['queued', 'running'])
    .then(ofJob)
    .when('change_sets.undone_by', 'is not', null)
    .then<string>('undone')
    .else(eb.fn.coalesce(ofJob, eb.val('done')))
    .end()
}

/** The status of a job: `undone` once its changes were undone. */
function statusOfJob(eb: Jobs) {
  const undone = eb
    .selectFrom('change_sets')
    .select('change_sets.id')
    .whereRef('change_sets.bucket_id', '=', 'jobs.bucket_id')
    .whereRef('change_sets.id', '=', 'jobs.change_set_id')
    .where('undone_by', 'is not', null)
  return eb
    .case()
    .when(eb.and([eb('jobs.status', 'not in', ['queued', 'running']), eb.exists(undone)]))
    .then<string>('undone')
    .else(eb.ref('jobs.status'))
    .end()
}

function endsWith(eb: Jobs, kind: string): Condition {
  const end = `.${kind}`
  const start = eb(eb.fn<number>('length', ['kind']), '-', end.length - 1)
  return eb(eb.fn<string>('substr', ['kind', start]), '=', end)
}

function isChangeAbout(eb: Changes, bucketId: string, objectId: string): Condition {
  return eb.or([
    ...isChanged(eb, 'change_sets.id', bucketId, objectId),
    isFailed(eb, 'change_sets.id', bucketId, objectId),
    isFailed(eb, 'change_sets.job_id', bucketId, objectId),
  ])
}

const isJobAbout = (eb: Jobs, bucketId: string, objectId: string): Condition =>
  eb.or([
    ...isChanged(eb, 'jobs.change_set_id', bucketId, objectId),
    isFailed(eb, 'jobs.id', bucketId, objectId),
  ])

/** Widens the type: the condition depends only on the column that joins it to the surrounding table. */
const around = (eb: Changes | Jobs) =>
  eb as unknown as ExpressionBuilder<Tables, 'change_sets' | 'jobs'>

function isChanged(
  eb: Changes | Jobs,
  changeSet: 'change_sets.id' | 'jobs.change_set_id',
  bucketId: string,
  objectId: string,
): Condition[] {
  const objects = around(eb)
    .selectFrom('change_set_items')
    .select('change_set_items.place')
    .where('change_set_items.bucket_id', '=', bucketId)
    .whereRef('change_set_items.change_set_id', '=', changeSet)
    .where('object_id', '=', objectId)
  const media = around(eb)
    .selectFrom('change_set_media')
    .select('change_set_media.place')
    .where('change_set_media.bucket_id', '=', bucketId)
    .whereRef('change_set_media.change_set_id', '=', changeSet)
    .where('media_id', '=', objectId)
  return [around(eb).exists(objects), around(eb).exists(media)]
}

function isFailed(
  eb: Changes | Jobs,
  owner: 'change_sets.id' | 'change_sets.job_id' | 'jobs.id',
  bucketId: string,
  objectId: string,
): Condition {
  const failures = around(eb)
    .selectFrom('failures')
    .select('failures.place')
    .where('failures.bucket_id', '=', bucketId)
    .whereRef('failures.owner_id', '=', owner)
    .where('object_id', '=', objectId)
  return around(eb).exists(failures)
}

/** Converts a time to its stored form. A date without a time means its first moment. */
const instant = (text: string): string => new Date(text).toISOString()
