import { getBucket, type Bucket } from '@typecase/contract/buckets'
import {
  localeCoverage,
  localesOf,
  missingTranslations,
  objectLocales,
  type LocaleVersion,
} from '@typecase/contract/locales'
import { refreshObjects } from '@typecase/content/refresh-objects'
import { localeName } from '@typecase/content/locale-names'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** Refetches the state of translations after a change of versions. */
export async function refreshTranslations(services: Services): Promise<void> {
  const queries = services.get(Queries)
  await Promise.all(
    [objectLocales.id, localeCoverage.id, missingTranslations.id].map((id) =>
      queries.invalidateQueries({ queryKey: [id] }),
    ),
  )
}

/** Like `refreshTranslations`, but also refetches objects, for when versions were added. */
export async function refreshVersions(services: Services): Promise<void> {
  await Promise.all([refreshTranslations(services), refreshObjects(services)])
}

export async function refreshBucket(services: Services): Promise<void> {
  await services.get(Queries).invalidateQueries({ queryKey: [getBucket.id] })
  await refreshTranslations(services)
}

/** Returns all locales that objects of a bucket can have. */
export const localesIn = (bucket: Bucket): string[] => [
  ...new Set(bucket.object_types.flatMap((type) => localesOf(type, bucket.locales))),
]

export const nameOf = (locale: string | null): string =>
  locale === null ? 'No locale' : localeName(locale)

/** Describes the state of a version: `3 missing, 2 stale`. */
export function describeState({ object_id, is_source, missing, stale }: LocaleVersion): string {
  if (is_source) return 'Source'
  if (object_id === null) return 'Not started'
  const parts = [
    ...(missing.length > 0 ? [`${missing.length} missing`] : []),
    ...(stale.length > 0 ? [`${stale.length} stale`] : []),
  ]
  return parts.join(', ') || 'Complete'
}
