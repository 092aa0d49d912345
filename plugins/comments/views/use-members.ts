import { listPeople } from '@typecase/contract/people'
import { PEOPLE_FRESH } from '@typecase/content/people'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'

/** Somebody who can be mentioned. */
export interface Member {
  readonly id: string
  readonly name: string
}

/** Everybody with a name, and those of them who may open the bucket. */
export function useMembers(slug: string): { everybody: Member[]; members: Member[] } {
  const { data } = useApiQuery(listPeople, { query: { slug } }, { staleTime: PEOPLE_FRESH })
  const named = (data?.people ?? []).flatMap(({ id, first_name, last_name, status }) => {
    const name = `${first_name} ${last_name}`.trim()
    return name ? [{ id, name, status }] : []
  })
  return { everybody: named, members: named.filter(({ status }) => status === 'member') }
}
