import type { Person } from '@typecase/contract/people'

/** A person's name: `Ada Byron`. Empty for someone who has given none. */
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
  /** The label: `Ada Byron`, `You`, `A former member`; `Someone` for a change without a signed-in user. */
  name(id: string | null): string
  /** Name and picture of an avatar: one's own name too. */
  avatarOf(id: string | null): { name: string; src: string | null }
  /** The same within a sentence: `you`, `a former member`. Names stay names. */
  within(id: string | null): string
}

/**
 * @param people those of the bucket; undefined while they are not known
 * @param me id of who is signed in
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
