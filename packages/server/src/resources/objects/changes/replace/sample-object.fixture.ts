import type { Metafield, MetafieldType } from '@typecase/contract/metafields'

import { emptyState, type ObjectState } from '../../model/state.ts'
import { type TypeModel, unknownType } from '../../model/type-model.ts'
import type { SearchedObject } from './object-matches.ts'

/** Returns a field whose title is its key with a capital. */
export const field = (
  key: string,
  type: MetafieldType,
  rest: Partial<Metafield> = {},
): Metafield => ({
  key,
  title: key.charAt(0).toUpperCase() + key.slice(1),
  type,
  ...rest,
})

export const modelOf = (...fields: Metafield[]): TypeModel => ({
  ...unknownType('pages'),
  title: 'Pages',
  singular: 'Page',
  fields,
})

/** Returns a draft with the given values. */
export function objectOf(
  metadata: Record<string, unknown>,
  rest: Partial<ObjectState> = {},
): SearchedObject {
  const empty = emptyState('Title', 'slug', { now: '2026-11-20T00:00:00.000Z', userId: null })
  return {
    id: 'a'.repeat(24),
    state: { ...empty, metadata: JSON.stringify(metadata), ...rest },
  }
}
