import { foldComposed } from '@typecase/content-query/composed'
import type { Release } from '@typecase/contract/releases'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import type { Json } from '@typecase/plugin-sdk/json'
import { scopeIn } from '@typecase/plugin-sdk/scope'

import { describeRelease, isOpen, readRelease, readReleases } from '../queries.ts'

async function rowsOf(
  query: string,
  { services, facts }: AskContext,
  isOffered: (release: Release) => boolean,
  valueOf: (release: Release) => Json = ({ id }) => id,
  objectID?: string,
): Promise<PickerRow[]> {
  const all = await readReleases(services, bucketSlugOf(facts), objectID)
  return all
    .filter((release) => isOffered(release) && holdsWords(release.title, query))
    .map((release) => ({
      id: release.id,
      value: valueOf(release),
      label: release.title,
      icon: 'box',
      subtitle: describeRelease(release),
    }))
}

export const allRows = (query: string, context: AskContext) => rowsOf(query, context, () => true)
export const openRows = (query: string, context: AskContext) => rowsOf(query, context, isOpen)
export const plannedRows = (query: string, context: AskContext) =>
  rowsOf(query, context, ({ state }) => state === 'scheduled')

/** Those that the object is in, where it is one. */
export function holdingRows(query: string, context: AskContext) {
  const scope = scopeIn(context.args)
  const [id, ...others] = scope && 'ids' in scope ? scope.ids : []
  const only = others.length === 0 ? id : undefined
  return rowsOf(query, context, isOpen, undefined, only)
}

/** Open releases, and a new one of the name that is typed. */
export async function targetRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const title = query.trim()
  const there = await rowsOf(query, context, isOpen, ({ id }) => ({ id }))
  const isKnown = there.some(({ label }) => foldComposed(label) === foldComposed(title))
  if (title === '' || isKnown) return there
  const label = `New release “${title}”`
  return [...there, { id: 'new', value: { title }, label, icon: 'plus' }]
}

/** The name of the release that is renamed. */
export async function titleOf({ services, facts, args }: AskContext): Promise<string | undefined> {
  const id = args['release_id']
  if (typeof id !== 'string') return undefined
  return (await readRelease(services, bucketSlugOf(facts), id)).release.title
}
