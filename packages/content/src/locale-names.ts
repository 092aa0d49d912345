let names: Intl.DisplayNames | undefined

/** Returns a locale's display name: `German (Austria)`. An unknown code is its own name. */
export function localeName(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
  try {
    return names.of(code) ?? code
  } catch {
    // The code is not a well-formed locale.
    return code
  }
}

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(
  'Adlm Arab Aran Hebr Mand Mend Nkoo Rohg Samr Sogd Syrc Thaa Yezi'.split(' '),
)

/** Returns the direction in which texts of a locale are written. */
export function directionOf(code: string): 'ltr' | 'rtl' {
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(code).maximize().script ?? '') ? 'rtl' : 'ltr'
  } catch {
    return 'ltr'
  }
}

/** Returns the picker row of a locale, which can be found by name and by code. */
export const localeRow = (code: string) => ({
  id: code,
  value: code,
  label: localeName(code),
  subtitle: code,
})
