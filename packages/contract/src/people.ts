import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { bucketSlug } from './slugs.ts'

/** The public part of an account that uses a bucket, or used to. */
export const person = () =>
  type({
    id: id(),
    first_name: 'string',
    last_name: 'string',
    avatar_url: 'string | null',
    /** `left`: the account has no access to this bucket. `closed`: the account has no details. */
    status: "'member' | 'left' | 'closed'",
  })
export type Person = ReturnType<typeof person>['infer']

export const listPeople = endpoint({
  id: 'buckets.people',
  method: 'GET',
  path: '/buckets/people',
  auth: 'user',
  summary:
    'Returns the people of a bucket: those who can open it, and former members whose work is in it.',
  query: () => type({ slug: bucketSlug() }),
  response: () => type({ people: person().array() }),
})
