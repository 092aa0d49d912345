import { formatAge } from '@typecase/content/words/age'
import { HomeCard, HomeRows } from '@typecase/content/react/home-card'
import { usePeople } from '@typecase/content/react/people'
import { listObjects } from '@typecase/contract/objects'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Avatar } from '@typecase/ui/avatar'
import { Link } from '@typecase/ui/link'
import { StatusBadge } from '@typecase/ui/status-badge'
import { formatNumber } from '@typecase/ui/format'
import { plural } from '@typecase/ui/count'

import { statusOf } from '@typecase/content/object/status'
import { objectRoute } from '@typecase/content/routes'
import { objectsRoute } from '../routes.ts'
import { BROKEN_QUERY } from '../references/all-uses.ts'
import { useHomeObjects } from './use-home-objects.ts'

const DRAFTS = { status: 'draft' }
const BROKEN = JSON.stringify(BROKEN_QUERY)

/** Shows the drafts that have waited longest, and below them the number of objects with broken references. */
export default function DraftsCard({ bucketSlug, number }: { bucketSlug: string; number: number }) {
  const { href } = useService(Navigation)
  const people = usePeople(bucketSlug)
  const { query } = useHomeObjects(bucketSlug, { query: DRAFTS, sort: 'modified_at', limit: 9 })
  const broken = useApiQuery(listObjects, {
    query: { slug: bucketSlug, query: BROKEN, props: 'id', limit: 1 },
  })
  const count = broken.data?.total ?? 0
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
      footer={
        count > 0 ? (
          <Link href={href(objectsRoute, { search: { query: BROKEN } })}>
            {plural(
              count,
              '1 object has a broken reference',
              `${formatNumber(count)} objects have broken references`,
            )}
          </Link>
        ) : undefined
      }
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
