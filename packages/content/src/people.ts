import { listPeople } from '@typecase/contract/people'

import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { Queries, Session } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { describePeople, type People } from './words/person.ts'

/** How long the people of a bucket count as fresh, in ms. */
export const PEOPLE_FRESH = 300_000

/** Reads the people of a bucket, for commands and palette rows. People who left are not included. */
export async function readPeople(services: Services, bucketSlug: string): Promise<People> {
  const me = services.get(Session).getSnapshot().data?.id
  const options = apiQueryOptions(services, listPeople, { query: { slug: bucketSlug } })
  const answer = await services
    .get(Queries)
    .fetchQuery({ ...options, staleTime: PEOPLE_FRESH })
    .catch(() => ({ people: [] }))
  return describePeople(answer.people, me)
}
