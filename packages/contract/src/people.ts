import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { bucketSlug } from './slugs.ts'

/** The public part of an account: a present or former user of a bucket. */
export const person = () =>
  type({
    id: id(),
    first_name: 'string',
    last_name: 'string',
    avatar_url: 'string | null',
    /** `left` has an account, but no longer this bucket; a `closed` account has no details. */
    status: "'member' | 'left' | 'closed'",
  })
export type Person = ReturnType<typeof person>['infer']

export const listPeople = endpoint({
  id: 'buckets.people',
  method: 'GET',
  path: '/buckets/people',
  auth: 'user',
  summary: 'The people of a bucket: those who can open it, and former members whose work is in it.',
  query: () => type({ slug: bucketSlug() }),
  response: () => type({ people: person().array() }),
})
