import { MAX_TITLE } from '@typecase/contract/objects'
import { objectSlug } from '@typecase/contract/slugs'

import { type ObjectState, parseValues } from '../../model/state.ts'
import { newFindings } from '../../model/values/findings.ts'
import { checkValues } from '@typecase/contract/field-values/check-values'
import { missingValues } from '@typecase/contract/field-values/missing-values'
import type { TypeModel } from '../../model/type-model.ts'
import type { OpenedObject, TextSlot, ValueOwner } from './text-slots.ts'

/**
 * Returns messages for the rules that an object's new texts break. Values are normalized to the stored form: a
 * dropdown's option, or a list with each choice once.
 */
export function ruleViolations(
  before: ObjectState,
  model: TypeModel,
  { objectTexts, values }: OpenedObject,
  changed: readonly TextSlot[],
): string[] {
  const paths = new Set(changed.map(({ path }) => path))
  const broken = [
    ...(paths.has('title') ? brokenTitle(objectTexts.title) : []),
    ...(paths.has('slug') ? brokenSlug(objectTexts.slug) : []),
  ]
  for (const { field, record, at } of ownersOf(changed)) {
    const findings = newFindings()
    const { key } = field
    Object.assign(record, checkValues([field], { [key]: record[key] }, at, findings))
    broken.push(...findings.problems.map(({ message }) => message))
  }
  const isPublic = before.status === 'published' || before.publish_at !== null
  return isPublic ? [...broken, ...newlyMissing(before, model, values)] : broken
}

function ownersOf(changed: readonly TextSlot[]): Iterable<ValueOwner> {
  const owners = changed.flatMap(({ owner }) => owner ?? [])
  return new Map(owners.map((owner) => [`${owner.at}.${owner.field.key}`, owner])).values()
}

function brokenTitle(title: string): string[] {
  if (title.trim() === '') return ['title is a required field']
  return title.length > MAX_TITLE ? [`title must be at most ${MAX_TITLE} characters`] : []
}

let slugSchema: ReturnType<typeof objectSlug> | undefined

function brokenSlug(slug: string): string[] {
  if (slug === '') return ['slug is a required field']
  slugSchema ??= objectSlug()
  return slugSchema.allows(slug) ? [] : [`slug must be ${slugSchema.description}`]
}

/** Returns messages for newly missing values; values that were missing before do not block the change. */
function newlyMissing(
  before: ObjectState,
  { fields }: TypeModel,
  values: Readonly<Record<string, unknown>>,
): string[] {
  const messages = (of: Readonly<Record<string, unknown>>) =>
    missingValues(fields, of, 'metadata').map(({ message }) => message)
  const earlier = new Set(messages(parseValues(before.metadata)))
  return messages(values).filter((message) => !earlier.has(message))
}
