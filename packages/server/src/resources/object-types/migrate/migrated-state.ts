import { type ObjectState, parseValues } from '../../objects/model/state.ts'
import { type Claim, migratedValues, type Migration, type OnValue } from './migration.ts'

type Values = Readonly<Record<string, unknown>>

/** The newest version, which editors see, or the published one. */
export type Version = 'newest' | 'public'

/** Returns an object with the values of both its versions changed. Its last editor and the time of their edit stay. */
export function withMetadata(
  state: ObjectState,
  change: (metadata: string, version: Version) => string,
): ObjectState {
  const { published } = state
  return {
    ...state,
    metadata: change(state.metadata, 'newest'),
    published: published && { ...published, metadata: change(published.metadata, 'public') },
  }
}

/** Returns an object whose values are migrated to the new fields of its type. */
export const migratedState = (
  state: ObjectState,
  migration: Migration,
  onValue?: OnValue,
  claimOf?: (version: Version) => Claim,
): ObjectState =>
  withMetadata(state, (metadata, version) =>
    rewritten(metadata, (values) => migratedValues(values, migration, onValue, claimOf?.(version))),
  )

/**
 * Returns the changed values as JSON, or the original text if the values are equal, since the same number can be
 * written in several ways.
 */
export function rewritten(metadata: string, change: (values: Values) => Values): string {
  const values = parseValues(metadata)
  const next = JSON.stringify(change(values))
  return next === JSON.stringify(values) ? metadata : next
}
