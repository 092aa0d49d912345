import { type ObjectState, parseValues } from '../../objects/model/state.ts'
import { type Claim, migratedValues, type Migration, type OnValue } from './migration.ts'

type Values = Readonly<Record<string, unknown>>

/** The version that editors see, or the published one next to it. */
export type Version = 'newest' | 'public'

/** An object with the values of both its versions changed; who edited it last and when stays. */
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

/** An object in the new form of its type. */
export const migratedState = (
  state: ObjectState,
  migration: Migration,
  onValue?: OnValue,
  claimOf?: (version: Version) => Claim,
): ObjectState =>
  withMetadata(state, (metadata, version) =>
    rewritten(metadata, (values) => migratedValues(values, migration, onValue, claimOf?.(version))),
  )

/** The same text where the values are the same: numbers may be written in other ways. */
export function rewritten(metadata: string, change: (values: Values) => Values): string {
  const values = parseValues(metadata)
  const next = JSON.stringify(change(values))
  return next === JSON.stringify(values) ? metadata : next
}
