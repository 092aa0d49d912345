import { compareText } from './fold.ts'

/** Negative if the first text comes first, positive if the second does, and 0 for equal texts. */
export type CompareTexts = (a: string, b: string) => number

/** A cache of collators: a bucket has few locales. */
const orders = new Map<string, CompareTexts>()
const MAX_COLLATORS = 50

/**
 * Returns a locale with collation data. The fallback is English, which has the root order of CLDR; `Intl` would fall
 * back to the machine's locale.
 */
function localeOf(locale: string): string {
  try {
    return Intl.Collator.supportedLocalesOf(locale).length > 0 ? locale : 'en'
  } catch {
    return 'en'
  }
}

/**
 * Returns the order of texts for readers of a locale: letters as in its dictionaries, and numbers by value, so that
 * `Room 9` comes before `Room 10`. Orders by code point without a locale, and if the locale makes no difference.
 * Source: CLDR, through https://tc39.es/ecma402/#collator-objects
 */
export function textOrder(locale: string | undefined): CompareTexts {
  if (locale === undefined) return compareText
  const cached = orders.get(locale)
  if (cached) return cached
  const { compare } = new Intl.Collator(localeOf(locale), { numeric: true })
  const order: CompareTexts = (a, b) => compare(a, b) || compareText(a, b)
  if (orders.size === MAX_COLLATORS) orders.clear()
  orders.set(locale, order)
  return order
}
