import type { LocaleVersion } from '@typecase/contract/locales'
import { type CmsObject, getObject } from '@typecase/contract/objects'
import { directionOf } from '@typecase/content/locale-names'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'

import { useVersions } from './use-versions.ts'

/** Returns the open object's version and the version next to it. */
export function useTranslation(object: CmsObject, sideLocale: string | undefined) {
  const slug = useFacts((facts) => facts['route.bucketSlug']) ?? ''
  const versions = useVersions(object)
  const all = versions.data?.versions
  const version = all?.find(({ object_id }) => object_id === object.id)
  const other: LocaleVersion | undefined = all?.find(({ locale }) => locale === sideLocale)
  const id = other?.object_id ?? undefined
  const source = useApiQuery(
    getObject,
    { query: { slug, object_id: id ?? '' } },
    { enabled: id !== undefined },
  )
  return {
    version,
    other,
    source: source.data?.object,
    error: versions.error ?? source.error ?? undefined,
    writing: sideLocale === undefined ? {} : { lang: sideLocale, dir: directionOf(sideLocale) },
  }
}
