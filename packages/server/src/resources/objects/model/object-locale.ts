import type { ErrorDetail } from '@typecase/contract/errors'

import { invalid } from '../../../http/failure.ts'
import type { StoredObject } from './state.ts'
import type { TypeModel } from './type-model.ts'

/**
 * Returns the locale of an object after a write. If the write has none, an object of a localized type gets the default
 * locale, because queries for a locale would otherwise miss it.
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

/** Returns a problem for a locale that a localized type does not have. */
export function localeProblem(
  { slug, localization, locales }: TypeModel,
  locale: string,
  path: string,
): ErrorDetail | undefined {
  if (!localization || locales.length === 0 || locales.includes(locale)) return undefined
  const message = `${path} must be one of the locales of “${slug}”: ${locales.join(', ')}`
  return { path, message, rule: 'locale' }
}
