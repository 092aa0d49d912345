/** A version of an object in another locale, or the lack of one. */
export interface OtherLocale {
  readonly locale: string
  /** Undefined while there is none. */
  readonly id: string | undefined
  /** Not changed since this one was: its text may be outdated. */
  readonly isStale: boolean
}

interface Version {
  readonly id: string
  readonly locale: string | null
  readonly modified_at: string
}

/** The other locales of a type, as seen from one version. */
export function otherLocales(
  own: Version,
  locales: readonly string[],
  versions: readonly Version[],
): OtherLocale[] {
  return locales
    .filter((locale) => locale !== own.locale)
    .map((locale) => {
      const version = versions.find((one) => one.locale === locale)
      return {
        locale,
        id: version?.id,
        isStale: version !== undefined && version.modified_at < own.modified_at,
      }
    })
}
