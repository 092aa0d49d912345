import { formatAge } from '@typecase/content/words/age'
import { HomeCard, HomeRows } from '@typecase/content/react/home-card'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { StatusBadge } from '@typecase/ui/status-badge'
import { formatNumber } from '@typecase/ui/format'
import { plural } from '@typecase/ui/count'

import { statusOf } from '@typecase/content/object/status'
import { objectRoute } from '@typecase/content/routes'
import { objectsRoute } from '../routes.ts'
import { useHomeObjects } from './use-home-objects.ts'

/** Shows the latest changes by any member. */
export default function RecentCard({ bucketSlug, number }: { bucketSlug: string; number: number }) {
  const { href } = useService(Navigation)
  const { query, typeTitle } = useHomeObjects(bucketSlug, { sort: '-modified_at', limit: 9 })
  return (
    <HomeCard
      title="Recent"
      number={number}
      query={query}
      all={({ total }) => ({
        href: href(objectsRoute),
        label: plural(total, '1 object', `All ${formatNumber(total)} objects`),
      })}
      isEmpty={({ objects }) => objects.length === 0}
      empty="No objects yet. Press N for a new one."
    >
      {({ objects }) => (
        <HomeRows
          label="Recent"
          rows={objects.map(({ object }) => {
            const { status, text } = statusOf(object)
            return {
              id: object.id,
              href: href(objectRoute, { params: { objectID: object.id } }),
              title: object.title || 'Untitled',
              details: [
                typeTitle(object.type),
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
