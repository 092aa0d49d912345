import { objectLocales } from '@typecase/contract/locales'
import type { CmsObject } from '@typecase/contract/objects'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useEffect } from 'react'

/** Returns the versions of the open object in all locales. Refetches them after each save. */
export function useVersions({ id, rev }: CmsObject) {
  const slug = useFacts((facts) => facts['route.bucketSlug']) ?? ''
  const versions = useApiQuery(objectLocales, { query: { slug, object_id: id } })
  const { data, refetch } = versions
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere) void refetch()
    // The first response belongs to the first revision.
    // oxlint-disable-next-line react/exhaustive-deps -- a new rev means a new read
  }, [rev])
  return versions
}
