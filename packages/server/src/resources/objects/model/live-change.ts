import type { LiveObject } from '@typecase/contract/content-live'

import { isSameVersion, type ObjectState, type StoredObject, visibleVersion } from './state.ts'

/** Returns a change as readers of published objects see it; undefined if only a draft changes. */
export function liveChangeOf(
  { id, type, state }: Pick<StoredObject, 'id' | 'type' | 'state'>,
  before: ObjectState | null,
): LiveObject | undefined {
  const was = before && visibleVersion(before)
  const is = visibleVersion(state)
  const version = is ?? was
  if (!version || (was && is && isSameVersion(was, is))) return undefined
  const { slug, locale } = version
  const change = is ? appearance(before, was !== null) : disappearance(state)
  return {
    id,
    type,
    slug,
    ...(was && was.slug !== slug && { former_slug: was.slug }),
    locale,
    change,
  }
}

function appearance(before: ObjectState | null, wasVisible: boolean) {
  if (wasVisible) return 'changed'
  return before && before.deleted_at !== null ? 'restored' : 'published'
}

const disappearance = ({ deleted_at }: ObjectState) =>
  deleted_at === null ? 'unpublished' : 'deleted'

/** Returns a move as readers of published objects see it: lists in the dashboard's order change. */
export function liveMoveOf({ id, type, state }: StoredObject): LiveObject | undefined {
  const version = visibleVersion(state)
  return version
    ? { id, type, slug: version.slug, locale: version.locale, change: 'changed' }
    : undefined
}
