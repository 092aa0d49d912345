import { innerFields } from '@typecase/contract/field-values/field-tree'
import { isRecord } from '@typecase/contract/field-values/value-check'
import type { Metafield } from '@typecase/contract/metafields'
import { withLinksTo } from '@typecase/contract/object-links'

import { invalid } from '../../../http/failure.ts'
import type { App } from '../../../app.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { BulkKind } from './bulk/change.ts'
import { refusalAsReason } from './bulk/refusal.ts'
import { editVersions, type WithPublish } from './bulk/versions.ts'
import { type ObjectVersion, parseValues } from '../model/state.ts'
import { editedState, type ObjectData } from './object-edit.ts'
import { readObjects } from '../store/store.ts'
import { unknownType } from '../model/type-model.ts'

/** A replacement of references to one object with references to another. */
export interface ReferenceChange {
  readonly from: string
  readonly to: string
  /** The titles of both objects, for the history. */
  readonly titles: readonly [from: string, to: string]
}

export const referenceKind: BulkKind<WithPublish<ReferenceChange>> = {
  title: ({ titles: [from, to] }, objects) => `Replace ${from} with ${to} in ${objects}`,

  step: (change) => {
    const { publish } = change
    return (object, model = unknownType(object.type), stamp, { db, access }) =>
      editVersions(access, object, publish, async (version, status) => {
        const data = changedData(version.state, model.fields, change)
        if (!data) return undefined
        const all = { ...(status && { status }), ...data }
        return refusalAsReason(() => editedState(db, access, model, version, all, stamp))
      })
  },
}

/** @throws Failure `invalid` unless `to` is another object of the bucket */
export async function referenceChange(
  app: App,
  access: BucketAccess,
  { from, to }: Pick<ReferenceChange, 'from' | 'to'>,
): Promise<ReferenceChange> {
  if (from === to) throw invalid('to', 'to must be another object than from', 'reference')
  const objects = await readObjects(app.db.read, access, [from, to], 'any')
  const target = objects.get(to)
  if (!target || target.state.deleted_at !== null) {
    throw invalid('to', 'to must be an object of this bucket', 'reference')
  }
  const titleOf = (id: string) => {
    const title = objects.get(id)?.state.title
    return title ? `“${title}”` : 'a missing object'
  }
  return { from, to, titles: [titleOf(from), titleOf(to)] }
}

/** Returns the fields that refer to the object, changed to refer to the other one; undefined if there are none. */
function changedData(
  { content, metadata: stored }: ObjectVersion,
  fields: readonly Metafield[],
  change: ReferenceChange,
): ObjectData | undefined {
  if (!content.includes(change.from) && !stored.includes(change.from)) return undefined
  const values = parseValues(stored)
  const metadata = Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const field = fields.find((one) => one.key === key)
      const next = replacedIn(value, field, change)
      return JSON.stringify(next) === JSON.stringify(value) ? [] : [[key, next]]
    }),
  )
  const nextContent = withLinksTo(content, change.from, change.to)
  const data = {
    ...(nextContent !== content && { content: nextContent }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
  return Object.keys(data).length > 0 ? data : undefined
}

/** Returns a value with its references replaced. A list does not keep an object twice. */
function replacedIn(
  value: unknown,
  field: Metafield | undefined,
  change: ReferenceChange,
): unknown {
  const { from, to } = change
  if (typeof value === 'string') {
    const isRelation = field?.type === 'object' || field?.type === 'objects'
    return isRelation && value === from ? to : withLinksTo(value, from, to)
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => replacedIn(item, field, change))
    return field?.type === 'objects' ? [...new Set(items)] : items
  }
  if (!isRecord(value)) return value
  const below = field ? innerFields(field) : []
  const entries = Object.entries(value).map(([key, item]) => {
    const inner = below.find((one) => one.key === key)
    return [key, replacedIn(item, inner, change)]
  })
  return Object.fromEntries(entries)
}
