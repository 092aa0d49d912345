import { type Sql, sql, trusted } from '@typecase/content-query/sql-text'

import type { Database, Reader } from '../../../database/database.ts'
import { selectRows } from '../../../database/run-sql.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { indexExpression, scopeLiteral } from '../metafield-sql.ts'
import type { RelationPlace } from './relation-places.ts'
import { relatedValues } from './relation-sql.ts'

/*
 * Two tables hold the versions of objects. What is published and has no newer draft is the same in both, so the newest
 * versions are looked at, and of the published ones those beside a draft.
 */

/** Reads that an index leads through stay out of the way of those that look into every object. */
export const readerOf = ({ walk, scan }: Database, places: readonly RelationPlace[]): Reader =>
  places.every(({ index }) => index) ? walk : scan

/** Whether any published version has a draft over it, told from an index alone. */
export async function hasDraftsOverPublished(
  db: Reader,
  { bucketId }: BucketAccess,
): Promise<boolean> {
  const rows = await selectRows(db, sql`SELECT 1 FROM ${drafts(bucketId)} LIMIT 1`)
  return rows.length > 0
}

const drafts = (bucketId: string): Sql =>
  sql`(SELECT seq, id, type, metadata FROM objects INDEXED BY objects_by_version
    WHERE bucket_id = ${bucketId} AND deleted_at IS NULL AND status = 'draft' AND is_published = 1) AS draft`

/**
 * Rows `(id, place)` for objects that point at one object, each once: `place` is the position in the list of places.
 * @param withPublished whether there are published versions beside drafts
 */
export function hitsOfOne(
  { bucketId }: BucketAccess,
  places: readonly RelationPlace[],
  target: string,
  withPublished: boolean,
): Sql {
  const numbered = places.map((place, number) => ({ place, number }))
  const indexed = numbered.filter(({ place }) => place.index)
  const others = Map.groupBy(
    numbered.filter(({ place }) => !place.index),
    ({ place }) => place.model.slug,
  )
  const parts = [
    ...indexed.map(({ place, number }) => {
      const { table, json, scope } = throughIndex(bucketId, place)
      const holds = place.field.isOne
        ? sql`${json} = ${target}`
        : sql`instr(${json}, ${target}) > 0 AND EXISTS (SELECT 1 FROM json_each(${json}) AS related WHERE related.value = ${target})`
      return sql`SELECT objects.id AS id, ${number} AS place FROM ${table} WHERE ${scope} AND ${holds}`
    }),
    ...[...others].map(([type, some]) => {
      const { table, scope } = throughType(bucketId, type)
      const cases = some.map(({ place, number }) => {
        const holds = pointsAt('objects.metadata', place, target)
        return sql`WHEN ${number} THEN ${holds}`
      })
      // One look into each object for all of its fields; few hold the id at all.
      return sql`SELECT objects.id AS id, field.value AS place FROM ${table}
        CROSS JOIN json_each(${JSON.stringify(some.map(({ number }) => number))}) AS field
        WHERE ${scope} AND instr(objects.metadata, ${target}) > 0 AND CASE field.value ${spaced(cases)} END`
    }),
  ]
  if (withPublished) {
    const cases = numbered.map(({ place, number }) => {
      const published = pointsAt('published.metadata', place, target)
      const newest = pointsAt('draft.metadata', place, target)
      return sql`WHEN ${number} THEN draft.type = ${place.model.slug} AND ${published} AND NOT ${newest}`
    })
    parts.push(sql`SELECT draft.id AS id, field.value AS place FROM ${drafts(bucketId)}
      CROSS JOIN published_objects AS published ON published.seq = draft.seq
      CROSS JOIN json_each(${JSON.stringify(numbered.map(({ number }) => number))}) AS field
      WHERE instr(published.metadata, ${target}) > 0 AND CASE field.value ${spaced(cases)} END`)
  }
  return union(parts)
}

/**
 * Rows `(id, target)` for objects that point at some of many, but are none of them; a pair may come more than once.
 * The statement needs a table `wanted` with their ids as `value`.
 */
export function hitsOfMany(
  { bucketId }: BucketAccess,
  places: readonly RelationPlace[],
  withPublished: boolean,
): Sql {
  const isWanted = (value: Sql) => sql`${value} IN (SELECT value FROM wanted)`
  const newest = places.map((place) => {
    const { model, field, index } = place
    const isOther = sql`NOT ${isWanted(trusted('objects.id'))}`
    if (!index) {
      const { table, scope } = throughType(bucketId, model.slug)
      return sql`SELECT objects.id AS id, related.value AS target FROM ${table}
        CROSS JOIN ${relatedValues('objects.metadata', field)}
        WHERE ${scope} AND ${isOther} AND ${isWanted(trusted('related.value'))}`
    }
    const { table, json, scope } = throughIndex(bucketId, place)
    return field.isOne
      ? sql`SELECT objects.id AS id, ${json} AS target FROM ${table} WHERE ${scope} AND ${isOther} AND ${isWanted(json)}`
      : sql`SELECT objects.id AS id, related.value AS target FROM ${table} CROSS JOIN json_each(${json}) AS related
        WHERE ${scope} AND ${isOther} AND ${isWanted(trusted('related.value'))}`
  })
  const published = places.map(
    ({
      model,
      field,
    }) => sql`SELECT draft.id AS id, related.value AS target FROM ${drafts(bucketId)}
      CROSS JOIN published_objects AS published ON published.seq = draft.seq
      CROSS JOIN ${relatedValues('published.metadata', field)}
      WHERE draft.type = ${model.slug} AND NOT ${isWanted(trusted('draft.id'))} AND ${isWanted(trusted('related.value'))}`,
  )
  return union([...newest, ...(withPublished ? published : [])])
}

/** The scope stands as literals, since a partial index is only found by its very condition. */
function throughIndex(bucketId: string, { model, field, index }: RelationPlace) {
  const expression = field.top && indexExpression(field.top)
  return {
    table: trusted(`objects INDEXED BY ${index?.name ?? ''}`),
    json: trusted(expression ?? 'NULL'),
    scope: trusted(`${scopeLiteral(bucketId, model.slug)} AND objects.deleted_at IS NULL`),
  }
}

/** In the order of ranks, which is about that of the rows: in another order the reading takes three times as long. */
const throughType = (bucketId: string, type: string) => ({
  table: trusted('objects INDEXED BY objects_by_type_rank'),
  scope: sql`objects.bucket_id = ${bucketId} AND objects.type = ${type} AND objects.deleted_at IS NULL`,
})

const pointsAt = (document: string, { field }: RelationPlace, target: string): Sql =>
  sql`EXISTS (SELECT 1 FROM ${relatedValues(document, field)} WHERE related.value = ${target})`

const spaced = (parts: readonly Sql[]): Sql => ({
  text: parts.map(({ text }) => text).join(' '),
  values: parts.flatMap(({ values }) => values),
})

const union = (parts: readonly Sql[]): Sql => ({
  text: parts.map(({ text }) => text).join(' UNION ALL '),
  values: parts.flatMap(({ values }) => values),
})
