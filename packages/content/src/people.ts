import { listPeople, type Person } from '@typecase/contract/people'

import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { Queries, Session } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** How long the people of a bucket count as known. */
export const PEOPLE_FRESH = 300_000

/** Puts the ids of those who did something into words. */
export interface People {
  /** As a label: `Ada Byron`, `You`, `A former member`; `Somebody` where nobody signed in did it. */
  name(id: string | null): string
  /** Whose initials stand for them: one's own name too. */
  initialsOf(id: string | null): string
  /** The same within a sentence: `you`, `a former member`. Names stay names. */
  within(id: string | null): string
}

/**
 * @param people those of the bucket; undefined while they are not known
 * @param me id of who is signed in
 */
export function peopleInWords(
  people: readonly Person[] | undefined,
  me: string | undefined,
): People {
  const known = new Map(people?.map((person) => [person.id, person]))
  const nameOf = (person: Person | undefined): string =>
    person ? `${person.first_name} ${person.last_name}`.trim() : ''
  const words = (id: string | null): { text: string; isName?: boolean } => {
    if (id === null) return { text: 'Somebody' }
    if (id === me) return { text: 'You' }
    const person = known.get(id)
    if (!person) return { text: people ? 'Somebody else' : '…' }
    if (person.status === 'closed') return { text: 'A former member' }
    const name = nameOf(person)
    return name ? { text: name, isName: true } : { text: 'Somebody without a name' }
  }
  return {
    name: (id) => words(id).text,
    initialsOf: (id) => (id === me && nameOf(known.get(id ?? ''))) || words(id).text,
    within(id) {
      const { text, isName } = words(id)
      return isName ? text : text.toLowerCase()
    },
  }
}

/** The people of a bucket, for commands and palette rows. People who left are not among them. */
export async function readPeople(services: Services, bucketSlug: string): Promise<People> {
  const me = services.get(Session).getSnapshot().data?.id
  const options = apiQueryOptions(services, listPeople, { query: { slug: bucketSlug } })
  const answer = await services
    .get(Queries)
    .fetchQuery({ ...options, staleTime: PEOPLE_FRESH })
    .catch(() => ({ people: [] }))
  return peopleInWords(answer.people, me)
}
