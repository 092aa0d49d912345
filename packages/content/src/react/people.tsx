import { listPeople } from '@typecase/contract/people'
import { useMemo } from 'react'

import { PEOPLE_FRESH } from '../people.ts'
import { type People, describePeople } from '../words/person.ts'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useUser } from '@typecase/plugin-sdk/react/user'

/**
 * Names the people in a bucket's data.
 * @param bucketSlug undefined outside a bucket: then only the current user has a name
 */
export function usePeople(bucketSlug: string | undefined): People {
  const me = useUser().data?.id
  const { data, error } = useApiQuery(
    listPeople,
    { query: { slug: bucketSlug ?? '' } },
    { enabled: bucketSlug !== undefined, staleTime: PEOPLE_FRESH },
  )
  // If the call fails, there are no names, and nothing to wait for.
  return useMemo(
    () => describePeople(data?.people ?? (error ? [] : undefined), me),
    [data, error, me],
  )
}
