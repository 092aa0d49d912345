import type { ErrorDetail } from '@typecase/contract/errors'

import { invalid } from '../../../http/failure.ts'
import type { StoredObject } from './state.ts'
import type { TypeModel } from './type-model.ts'

/**
 * The locale of an object after a write. Without one, an object of a localized type gets the default: a query for a
 * locale would miss it.
 * @throws Failure `invalid` for a locale that a localized type does not have
 */
export function localeFor(
  model: TypeModel,
  before: StoredObject | null,
  { locale: sent }: { locale?: string | null | undefined },
): string | null {
  const current = before?.state.locale ?? null
  if (before && (sent === undefined || (sent && sent === current))) return current
  const locale = sent || model.defaultLocale
  const problem = locale === null ? undefined : localeProblem(model, locale, 'data.locale')
  if (problem) throw invalid([problem])
  return locale
}

/** The problem of a locale that a localized type does not have. */
export function localeProblem(
  { slug, localization, locales }: TypeModel,
  locale: string,
  path: string,
): ErrorDetail | undefined {
  if (!localization || locales.length === 0 || locales.includes(locale)) return undefined
  const message = `${path} must be one of the locales of “${slug}”: ${locales.join(', ')}`
  return { path, message, rule: 'locale' }
}
