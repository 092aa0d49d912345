import { compareText } from './fold.ts'

/** Negative when the first text comes first, positive when the second does, 0 for texts that are equal. */
export type CompareTexts = (a: string, b: string) => number

/** Orders that were used: a bucket has few locales. */
const orders = new Map<string, CompareTexts>()
const MOST = 50

/** English, which has the root order of CLDR, for a locale without collation data: the default of `Intl` is the machine's locale. */
function localeOf(locale: string): string {
  try {
    return Intl.Collator.supportedLocalesOf(locale).length > 0 ? locale : 'en'
  } catch {
    return 'en'
  }
}

/**
 * The order of texts for people who read a locale: letters as in its dictionaries, numbers within them by value, so that
 * `Room 9` comes before `Room 10`. By code point without a locale, and where a locale makes no difference.
 * Source: CLDR, through https://tc39.es/ecma402/#collator-objects
 */
export function textOrder(locale: string | undefined): CompareTexts {
  if (locale === undefined) return compareText
  const cached = orders.get(locale)
  if (cached) return cached
  const { compare } = new Intl.Collator(localeOf(locale), { numeric: true })
  const order: CompareTexts = (a, b) => compare(a, b) || compareText(a, b)
  if (orders.size === MOST) orders.clear()
  orders.set(locale, order)
  return order
}
