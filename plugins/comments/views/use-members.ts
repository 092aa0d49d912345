import { listPeople } from '@typecase/contract/people'
import { PEOPLE_FRESH } from '@typecase/content/people'
import { formatName } from '@typecase/content/words/person'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'

/** A person who can be mentioned. */
export interface Member {
  readonly id: string
  readonly name: string
  readonly picture: string | null
}

/** Returns all people with a name, and those of them who may open the bucket. */
export function useMembers(slug: string): { everyone: Member[]; members: Member[] } {
  const { data } = useApiQuery(listPeople, { query: { slug } }, { staleTime: PEOPLE_FRESH })
  const members = (data?.people ?? []).flatMap((person) => {
    const name = formatName(person)
    const { id, avatar_url: picture, status } = person
    return name ? [{ id, name, picture, status }] : []
  })
  return { everyone: members, members: members.filter(({ status }) => status === 'member') }
}
