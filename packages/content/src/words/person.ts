import type { Person } from '@typecase/contract/people'

/** Returns a person's name: `Ada Byron`. Empty for someone who has not given one. */
export const formatName = ({
  first_name,
  last_name,
}: {
  readonly first_name: string
  readonly last_name: string
}): string => `${first_name} ${last_name}`.trim()

/** Shown for an empty name. */
export const NAMELESS = 'Someone without a name'

/** Formats ids of users as names. */
export interface People {
  /** Returns the label: `Ada Byron`, `You`, `A former member`; `Someone` for a change without a signed-in user. */
  name(id: string | null): string
  /** Returns the name and picture for an avatar. The current user has their own name here, not `You`. */
  avatarOf(id: string | null): { name: string; src: string | null }
  /** Returns the label within a sentence: `you`, `a former member`. Names are unchanged. */
  within(id: string | null): string
}

/**
 * Formats the ids of users as names.
 * @param people the people of the bucket; undefined while they load
 * @param me id of the signed-in account
 */
export function describePeople(
  people: readonly Person[] | undefined,
  me: string | undefined,
): People {
  const byId = new Map(people?.map((person) => [person.id, person]))
  const words = (id: string | null): { text: string; isName?: boolean } => {
    if (id === null) return { text: 'Someone' }
    if (id === me) return { text: 'You' }
    const person = byId.get(id)
    if (!person) return { text: people ? 'Someone else' : '…' }
    if (person.status === 'closed') return { text: 'A former member' }
    const name = formatName(person)
    return name ? { text: name, isName: true } : { text: NAMELESS }
  }
  return {
    name: (id) => words(id).text,
    avatarOf(id) {
      const person = id === null ? undefined : byId.get(id)
      const name = (person && formatName(person)) || words(id).text
      return { name, src: person?.avatar_url ?? null }
    },
    within(id) {
      const { text, isName } = words(id)
      return isName ? text : text.toLowerCase()
    },
  }
}
