import { formatAge } from '@typecase/content/words/age'
import { HomeCard, HomeRows } from '@typecase/content/react/home-card'
import { usePeople } from '@typecase/content/react/people'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Avatar } from '@typecase/ui/avatar'
import { StatusBadge } from '@typecase/ui/status-badge'
import { formatNumber } from '@typecase/ui/format'
import { plural } from '@typecase/ui/count'

import { statusOf } from '@typecase/content/object/status'
import { objectRoute } from '@typecase/content/routes'
import { objectsRoute } from '../routes.ts'
import { useHomeObjects } from './use-home-objects.ts'

const DRAFTS = { status: 'draft' }

/** What is written and not public, those that wait longest first. */
export default function DraftsCard({ bucketSlug, number }: { bucketSlug: string; number: number }) {
  const { href } = useService(Navigation)
  const people = usePeople(bucketSlug)
  const { query } = useHomeObjects(bucketSlug, { query: DRAFTS, sort: 'modified_at', limit: 9 })
  return (
    <HomeCard
      title="Drafts waiting"
      number={number}
      query={query}
      all={({ total }) =>
        total === 0
          ? undefined
          : {
              href: href(objectsRoute, { search: { query: JSON.stringify(DRAFTS) } }),
              label: plural(total, '1 draft', `All ${formatNumber(total)} drafts`),
            }
      }
      isEmpty={({ objects }) => objects.length === 0}
      empty="No drafts. Everything is published."
    >
      {({ objects }) => (
        <HomeRows
          label="Drafts waiting"
          rows={objects.map(({ object }) => {
            const { status, text } = statusOf(object)
            return {
              id: object.id,
              href: href(objectRoute, { params: { objectID: object.id } }),
              start: <Avatar {...people.avatarOf(object.modified_by)} isDecorative />,
              title: object.title || 'Untitled',
              details: [
                <StatusBadge key="status" status={status}>
                  {text}
                </StatusBadge>,
              ],
              end: formatAge(object.modified_at),
            }
          })}
        />
      )}
    </HomeCard>
  )
}
