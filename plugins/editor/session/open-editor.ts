import { bucketQuery } from '@typecase/content/bucket'
import { type FieldKind, kindOf } from '@typecase/content/field-kind'
import type { Bucket } from '@typecase/contract/buckets'
import { sourceLocaleOf } from '@typecase/contract/locales'
import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'
import type { CmsObject } from '@typecase/contract/objects'
import { getObject } from '@typecase/contract/objects'
import { apiQueryKey } from '@typecase/plugin-sdk/api-query'
import { preload } from '@typecase/plugin-sdk/module'
import { Api, Navigation, Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { draftOf, newDraft } from '../draft/draft.ts'
import { browserDrafts, forgetOldDrafts, draftKey } from '../draft/draft-store.ts'
import { groupsOf } from '../draft/units.ts'
import { newValues } from '@typecase/content/object/values'
import { loadPatterns } from '@typecase/content/object/patterns'
import { serverCalls } from './server-calls.ts'
import type { EditorSession } from './editor-session.ts'
import { createSession } from './session.ts'

/** How long the browser's storage may take before the editor opens without it, in ms. */
const STORAGE_MAY_TAKE = 1000

export interface OpenOptions {
  readonly bucketSlug: string
  readonly objectType: ObjectType
  /** Undefined for a new object. */
  readonly object: CmsObject | undefined
  readonly userID: string
  /** As in the URL that opens a new object. */
  readonly type: string
  readonly locale: string
  /** All kinds of field. */
  readonly kinds: readonly FieldKind[]
}

/** Creates the session of an object, including its changes stored in this browser. */
export async function openEditor(services: Services, options: OpenOptions): Promise<EditorSession> {
  const { bucketSlug, objectType, object, userID, kinds } = options
  const groups = groupsOf(objectType)
  const locale = options.locale || firstLocale(services, bucketSlug, objectType)
  const visit = services.get(Navigation).visit()
  const keyOf = (objectID: string | undefined, of = visit): string =>
    draftKey({ userID, bucketSlug, objectID, type: objectType.slug, locale, visit: of })
  const drafts = browserDrafts()
  void forgetOldDrafts()
  // Kinds without a known height load before the form, which would otherwise show placeholders first.
  preload(...kindsIn(objectType.metafields, kinds).filter(({ info }) => info.height === undefined))
  await loadPatterns(objectType.metafields)
  const stored = await within(drafts.get(keyOf(object?.id)))
  const others = object || stored ? [] : ((await within(drafts.list?.(keyOf(undefined, '')))) ?? [])
  const session = createSession({
    bucketSlug,
    objectType,
    opened: { isNew: !object, type: options.type, locale: options.locale },
    draft: object ? draftOf(object, groups) : newDraft(newValues(objectType, locale), groups),
    stored,
    offered: others.find(({ key }) => key === targetName) ?? others[0],
    draftKey: (id) => keyOf(id),
    drafts,
    calls: serverCalls(services.get(Api), { bucketSlug, type: objectType.slug, groups }),
    onSaved: (saved) => cache(services, bucketSlug, saved),
    kindProblem: (field, value) => kindOf(kinds, field)?.info.problem?.(value, field),
  })
  if (session.get().offered?.key === targetName) session.continueOffered()
  targetName = undefined
  return session
}

/** The key of the draft that the user returns to. */
let targetName: string | undefined

/** Makes the next editor open this draft instead of offering it. */
export function resumeDraft(key: string): void {
  targetName = key
}

/** Returns the kinds of these fields, and of the fields within them. */
function kindsIn(fields: readonly Metafield[], kinds: readonly FieldKind[]): FieldKind[] {
  return fields.flatMap((field) => [
    ...[kindOf(kinds, field) ?? []].flat(),
    ...kindsIn(field.children ?? [], kinds),
    ...kindsIn(field.repeater_fields ?? [], kinds),
  ])
}

/** Returns the locale of a new object. */
function firstLocale(services: Services, slug: string, type: ObjectType): string | null {
  // The page has already read the bucket to show its types.
  const { queryKey } = bucketQuery(services, slug)
  const cached = services.get(Queries).getQueryData<{ bucket: Bucket }>(queryKey)
  return sourceLocaleOf(type, cached?.bucket.locales ?? [])
}

/** Returns the answer of the browser's storage, or undefined if it fails or comes too late. */
async function within<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
  const timeout = new Promise<undefined>((resolve) =>
    setTimeout(resolve, STORAGE_MAY_TAKE, undefined),
  )
  return Promise.race([answer?.catch(() => undefined), timeout])
}

/** Updates the caches after a save. Lists and revisions are requested again. */
function cache(services: Services, slug: string, object: CmsObject): void {
  const queries = services.get(Queries)
  const input = { query: { slug, object_id: object.id } }
  queries.setQueryData(apiQueryKey(getObject, input), { object })
  void queries.invalidateQueries({
    predicate: ({ queryKey: [id] }) =>
      typeof id === 'string' &&
      (id.startsWith('objectRevisions.') || (id.startsWith('objects.') && id !== getObject.id)),
  })
}
