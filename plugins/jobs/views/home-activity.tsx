import { listChangeSets } from '@typecase/contract/change-sets'
import { formatAge } from '@typecase/content/words/age'
import { HomeCard, HomeRows } from '@typecase/content/react/home-card'
import { usePeople } from '@typecase/content/react/people'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Avatar } from '@typecase/ui/avatar'

import { entryOf } from '../history/entries.ts'
import { avatarOf, describeAuthor } from '../history/entry-words.ts'
import { changeRoute, historyRoute } from '../routes.ts'

/** The latest changes, with their authors. */
export default function ActivityCard(props: { bucketSlug: string; number: number }) {
  const { bucketSlug, number } = props
  const { href } = useService(Navigation)
  const people = usePeople(bucketSlug)
  const query = useApiQuery(listChangeSets, { query: { slug: bucketSlug, limit: 10 } })
  return (
    <HomeCard
      title="Activity"
      number={number}
      query={query}
      all={() => ({ href: href(historyRoute), label: 'History' })}
      isEmpty={({ change_sets: changes }) => changes.length === 0}
      empty="No changes in the last 30 days."
    >
      {({ change_sets: changes }) => (
        <HomeRows
          label="Activity"
          rows={changes.map((change) => {
            const entry = entryOf(change)
            return {
              id: change.id,
              href: href(changeRoute, { params: { changeSetID: change.id } }),
              start: <Avatar {...avatarOf(entry, people)} isDecorative />,
              title: change.title,
              text: describeAuthor(entry, people),
              end: formatAge(change.created_at),
            }
          })}
        />
      )}
    </HomeCard>
  )
}
