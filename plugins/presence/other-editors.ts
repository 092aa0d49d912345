import { useQuery } from '@tanstack/react-query'
import { usePeople } from '@typecase/content/react/people'
import { listPeople } from '@typecase/contract/people'
import type { Present } from '@typecase/contract/presence'
import { PEOPLE_FRESH } from '@typecase/content/people'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'

/** An object that is open in the editor. */
export interface OpenObject {
  readonly slug: string
  readonly objectID: string
}

/** Returns the query key of the other tabs that have an object open. `activate` sets the data. */
export const presenceKey = ({ slug, objectID }: OpenObject) => ['presence', slug, objectID] as const

/** A person who has the current object open in another tab. */
export interface OtherPerson {
  readonly id: string
  readonly name: string
  readonly picture: string | null
  /** The field that they are in, according to the first of their tabs with a focused field. */
  readonly field: string | null
}

/** Returns everyone who has the current object open in another tab, including the user. */
export function useOtherEditors(): readonly OtherPerson[] {
  const slug = useFacts((facts) => facts['route.bucketSlug']) ?? ''
  const objectID = useFacts((facts) => facts['route.objectID']) ?? ''
  const { data: tabs = [] } = useQuery<readonly Present[]>({
    queryKey: presenceKey({ slug, objectID }),
    enabled: false,
  })
  const { data } = useApiQuery(
    listPeople,
    { query: { slug } },
    { staleTime: PEOPLE_FRESH, enabled: tabs.length > 0 },
  )
  const people = usePeople(slug)
  return [...Map.groupBy(tabs, ({ user_id }) => user_id)].map(([id, userTabs]) => ({
    id,
    name: people.name(id),
    picture: data?.people.find((person) => person.id === id)?.avatar_url ?? null,
    field: userTabs.find(({ field }) => field !== null)?.field ?? null,
  }))
}
