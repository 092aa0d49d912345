import type { ErrorDetail } from '@typecase/contract/errors'
import { isNamingType } from '@typecase/contract/field-types'
import { type Metafield, metafieldTypes } from '@typecase/contract/metafields'

import { invalid } from '../../http/failure.ts'
import type { NewObjectType } from './store.ts'

type Options = NewObjectType['options']

/** Whether a field can be searched, or shown as a subtitle. */
export const isNaming = ({ type }: Metafield): boolean => isNamingType(type)

/**
 * Returns the options of a type after a change. Searchable fields and the subtitle follow their fields to new keys, and
 * are removed if a field is deleted or is no longer a short text.
 * @param fields the type's fields after the change
 * @throws Failure `invalid` for each sent key without a field, or of a field that is not a short text
 */
export function changedOptions(
  before: Pick<NewObjectType, 'options' | 'metafields'>,
  fields: readonly Metafield[],
  sent: Partial<Options> = {},
): Options {
  const errors: ErrorDetail[] = []
  const names = new Set([...before.options.searchable, before.options.subtitle])

  function renamedField(key: string): Metafield | undefined {
    const field = before.metafields.find((one) => one.key === key)
    return field && fields.find(({ id }) => id === field.id)
  }

  function checkKey(key: string, path: string): string[] {
    const field = fields.find((one) => one.key === key) ?? renamedField(key)
    if (field && isNaming(field)) return [field.key]
    // Clients send all options back when they remove or change a field, so keys that were valid before are dropped
    // silently.
    if (names.has(key)) return []
    const message = field
      ? `${path} is a field of type ${field.type}; it must be one of ${metafieldTypes.filter(isNamingType).join(', ')}`
      : `${path} is no field of this type`
    errors.push({ path, message, rule: field ? 'type' : 'unknown_key' })
    return []
  }

  const remaining = (key: string): string[] => {
    const field = renamedField(key)
    return field && isNaming(field) ? [field.key] : []
  }
  const path = 'data.options'
  const searchable =
    sent.searchable?.flatMap((key, at) => checkKey(key, `${path}.searchable.${at}`)) ??
    before.options.searchable.flatMap(remaining)
  const subtitle = sent.subtitle
    ? checkKey(sent.subtitle, `${path}.subtitle`)
    : sent.subtitle === undefined
      ? [before.options.subtitle ?? []].flat().flatMap(remaining)
      : []
  if (errors.length > 0) throw invalid(errors)
  return {
    ...before.options,
    ...sent,
    searchable: [...new Set(searchable)],
    subtitle: subtitle[0] ?? null,
  }
}
