import type { HistoryFilter } from '@typecase/contract/history-filter'
import { inList, joinSql, type Sql, sql, trusted } from '../../database/sql-text.ts'

type Asked = Omit<HistoryFilter, 'slug' | 'limit' | 'skip'>

/** A page of what a filter leaves. */
export type HistoryPage = Asked & { limit: number; skip: number }

/** Where the two lists of a history differ: their kind and status, and which of them are about an object. */
interface Table {
  name: 'change_sets' | 'jobs'
  status: Sql
  isKind(kind: string): Sql
  isAbout(objectId: string): Sql
}

/** Of a change: that of its job while it goes on, or what came of it. */
const changeStatus = trusted(`CASE
  WHEN (SELECT status FROM jobs WHERE jobs.id = change_sets.job_id) IN ('queued', 'running')
    THEN (SELECT status FROM jobs WHERE jobs.id = change_sets.job_id)
  WHEN change_sets.undone_by IS NOT NULL THEN 'undone'
  ELSE coalesce((SELECT status FROM jobs WHERE jobs.id = change_sets.job_id), 'done') END`)

/** Of a job: that of what it changed, once that was undone. */
const jobStatus = trusted(`CASE
  WHEN jobs.status NOT IN ('queued', 'running')
    AND EXISTS (SELECT 1 FROM change_sets WHERE change_sets.id = jobs.change_set_id AND undone_by IS NOT NULL)
    THEN 'undone'
  ELSE jobs.status END`)

const changed = (changeSet: string, objectId: string) =>
  sql`(EXISTS (SELECT 1 FROM change_set_items WHERE change_set_id = ${trusted(changeSet)} AND object_id = ${objectId})
    OR EXISTS (SELECT 1 FROM change_set_media WHERE change_set_id = ${trusted(changeSet)} AND media_id = ${objectId}))`

export const changeTable: Table = {
  name: 'change_sets',
  status: changeStatus,
  isKind: (kind) => sql`change_sets.kind = ${kind}`,
  isAbout: (objectId) =>
    joinSql(
      [
        changed('change_sets.id', objectId),
        sql`EXISTS (SELECT 1 FROM change_set_failures WHERE change_set_id = change_sets.id AND object_id = ${objectId})`,
        sql`EXISTS (SELECT 1 FROM job_failures WHERE job_id = change_sets.job_id AND object_id = ${objectId})`,
      ],
      'OR',
    ),
}

export const jobTable: Table = {
  name: 'jobs',
  status: jobStatus,
  // Jobs are named after what they do it to as well: `objects.publish`.
  isKind: (kind) =>
    sql`(jobs.kind = ${kind} OR jobs.kind LIKE ${`%.${kind.replace(/[%_!]/g, '!$&')}`} ESCAPE '!')`,
  isAbout: (objectId) =>
    joinSql(
      [
        changed('jobs.change_set_id', objectId),
        sql`EXISTS (SELECT 1 FROM job_failures WHERE job_id = jobs.id AND object_id = ${objectId})`,
      ],
      'OR',
    ),
}

/** The condition of a filter. */
export function historyConditions(
  { name, status, isKind, isAbout }: Table,
  bucketId: string,
  asked: Asked,
): Sql {
  const column = (of: string) => trusted(`${name}.${of}`)
  const conditions = [sql`${column('bucket_id')} = ${bucketId}`]
  if (asked.kind !== undefined) conditions.push(isKind(asked.kind))
  if (asked.created_by !== undefined) {
    conditions.push(sql`${column('created_by')} = ${asked.created_by}`)
  }
  if (asked.since !== undefined) {
    conditions.push(sql`${column('created_at')} >= ${instant(asked.since)}`)
  }
  if (asked.until !== undefined) {
    conditions.push(sql`${column('created_at')} < ${instant(asked.until)}`)
  }
  if (asked.status !== undefined) {
    const { text, values } = inList(status.text, asked.status.split(','))
    conditions.push({ text, values: [...status.values, ...values] })
  }
  if (asked.object_id !== undefined) conditions.push(isAbout(asked.object_id))
  return joinSql(conditions, 'AND')
}

/** As times are stored: a day means its first moment. */
const instant = (text: string): string => new Date(text).toISOString()
