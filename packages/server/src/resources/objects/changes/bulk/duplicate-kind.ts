import { MAX_TITLE } from '@typecase/contract/objects'

import type { BulkKind, StepContext } from './change.ts'
import {
  emptyState,
  type ObjectState,
  parseValues,
  type Stamp,
  type StoredObject,
} from '../../model/state.ts'
import { isUnique } from '../../model/values/unique-values.ts'
import { slugOfTitle } from '../../store/slugs.ts'
import { type TypeModel, unknownType } from '../../model/type-model.ts'

/**
 * Copies objects. A copy refers to the same objects as its original, even if the same call copies those: the server
 * cannot know whether the copy or the original is wanted.
 */
export const duplicateKind: BulkKind = {
  title: (_params, objects) => `Duplicate ${objects}`,
  isAdding: true,
  step:
    () =>
    async (object, model = unknownType(object.type), stamp, context) => {
      if (model.singleton) return { reason: whySingle(model) }
      return { copy: await copyOf(object, model, stamp, context) }
    },
}

/** Returns the reason why a singleton's only object cannot be copied. */
export const whySingle = ({ title }: TypeModel): string =>
  `“${title}” is a singleton and already has its object.`

/** Returns an object's newest version as a new draft. Unique values stay with the original. */
export async function copyOf(
  { type, state }: StoredObject,
  model: TypeModel,
  stamp: Stamp,
  context: StepContext,
): Promise<ObjectState> {
  const title = titleOfCopy(state.title)
  const { content, locale, thumbnail, metadata } = state
  const slug = await context.freeSlug({ type, locale }, slugOfTitle(title))
  return {
    ...emptyState(title, slug, stamp),
    content,
    locale,
    thumbnail,
    metadata: withoutUnique(model, metadata),
  }
}

const SUFFIX = ' (copy)'

/** Cuts a title that would exceed the maximum length, but never within a character. */
const titleOfCopy = (title: string): string =>
  title.slice(0, MAX_TITLE - SUFFIX.length).replace(/[\uD800-\uDBFF]$/, '') + SUFFIX

function withoutUnique({ fields }: TypeModel, metadata: string): string {
  const keys = new Set(fields.filter(isUnique).map(({ key }) => key))
  if (keys.size === 0) return metadata
  const copied = Object.entries(parseValues(metadata)).filter(([key]) => !keys.has(key))
  return JSON.stringify(Object.fromEntries(copied))
}
