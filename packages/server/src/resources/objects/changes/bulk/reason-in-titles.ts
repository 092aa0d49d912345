import type { ErrorDetail } from '@typecase/contract/errors'
import { fieldTitles } from '@typecase/contract/field-titles'
import type { Metafield } from '@typecase/contract/metafields'

import type { TypeModel } from '../../model/type-model.ts'
import type { BulkKind } from './change.ts'

const BELOW = 'metadata.'

/** Cached titles: thousands of objects may fail for the same reason, while their type is read once per chunk. */
const cache = new WeakMap<readonly Metafield[], (path: string) => string>()

function titlesOf(fields: readonly Metafield[]): (path: string) => string {
  const nameOf = cache.get(fields) ?? fieldTitles([{ metafields: fields }])
  cache.set(fields, nameOf)
  return nameOf
}

/** Wraps a kind of change so that its reasons use the titles of fields. */
export const tellingTitles = <Params>(kind: BulkKind<Params>): BulkKind<Params> => ({
  ...kind,
  step(params) {
    const step = kind.step(params)
    return async (object, model, stamp, context) => {
      const result = await step(object, model, stamp, context)
      return result && model && 'reason' in result
        ? { reason: reasonInTitles(result.reason, model.fields) }
        : result
    }
  },
})

/** Returns the problems of an object's values as one reason that uses the titles of fields. */
export const problemsInTitles = (
  problems: readonly ErrorDetail[],
  model: TypeModel | undefined,
): string => reasonInTitles(problems.map(({ message }) => message).join('; '), model?.fields ?? [])

/**
 * Replaces paths in a reason with the titles of fields: `seo.text is a required field` → `SEO › Text is a required
 * field`. Each problem begins with its path; elsewhere, `metadata.` marks a path.
 */
export function reasonInTitles(reason: string, fields: readonly Metafield[]): string {
  const nameOf = titlesOf(fields)
  const titleAt = (path: string): string | undefined => {
    const words = nameOf(path)
    return words === path ? undefined : words
  }
  // A problem of an edit may concern its value or its operation.
  const begins = (all: string, before: string, part: string): string => {
    const path = part.startsWith(BELOW) ? part : BELOW + part
    const words = titleAt(path) ?? titleAt(path.replace(/\.(value|op)$/, ''))
    return words === undefined ? all : before + words
  }
  return reason
    .replaceAll(/(^|; )([a-z0-9_][\w-]*(?:\.[\w-]+)*)(?= |: )/g, begins)
    .replaceAll(/\bmetadata(?:\.[\w-]+)+/g, (path) => titleAt(path) ?? path)
}
