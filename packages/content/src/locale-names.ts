let names: Intl.DisplayNames | undefined

/** A locale's display name: `German (Austria)`. Unknown codes are their own names. */
export function localeName(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
  try {
    return names.of(code) ?? code
  } catch {
    // The code does not have the form of a locale.
    return code
  }
}

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(
  'Adlm Arab Aran Hebr Mand Mend Nkoo Rohg Samr Sogd Syrc Thaa Yezi'.split(' '),
)

/** The direction that texts in a locale are written in. */
export function directionOf(code: string): 'ltr' | 'rtl' {
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(code).maximize().script ?? '') ? 'rtl' : 'ltr'
  } catch {
    return 'ltr'
  }
}

/** A locale as a row of a picker, found by its name and its code. */
export const localeRow = (code: string) => ({
  id: code,
  value: code,
  label: localeName(code),
  subtitle: code,
})
