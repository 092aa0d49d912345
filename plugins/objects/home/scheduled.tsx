import type { CmsObject } from '@typecase/contract/objects'
import { HomeCard, HomeRows } from '@typecase/content/react/home-card'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { StatusBadge } from '@typecase/ui/status-badge'
import { useState } from 'react'
import { formatShortDateTime } from '@typecase/ui/format'

import { objectRoute } from '@typecase/content/routes'
import { useHomeObjects } from './use-home-objects.ts'

/** Shows objects that are scheduled to be published or unpublished. */
export default function ScheduledCard(props: { bucketSlug: string; number: number }) {
  const { bucketSlug, number } = props
  const { href } = useService(Navigation)
  // Rounded down to the minute, so a repeated query is the same and hits the cache.
  const [now] = useState(() => Math.floor(Date.now() / 60_000) * 60_000)
  const { query, typeTitle } = useHomeObjects(bucketSlug, {
    query: { $or: [{ publish_at: { $gt: now } }, { unpublish_at: { $gt: now } }] },
    sort: 'publish_at',
    limit: 20,
  })
  return (
    <HomeCard
      title="Scheduled"
      number={number}
      query={query}
      isEmpty={({ objects }) => objects.length === 0}
      empty="Nothing is scheduled. Use “Schedule…” in an object’s editor."
    >
      {({ objects }) => (
        <HomeRows
          label="Scheduled"
          rows={objects
            .flatMap(({ object }) => changesOf(object, now))
            .sort((a, b) => a.at - b.at)
            .slice(0, 10)
            .map(({ object, at, what }) => ({
              id: `${object.id}-${what}`,
              href: href(objectRoute, { params: { objectID: object.id } }),
              start: <StatusBadge status="scheduled">{formatShortDateTime(at, now)}</StatusBadge>,
              title: object.title || 'Untitled',
              details: [typeTitle(object.type)],
              end: what,
            }))}
        />
      )}
    </HomeCard>
  )
}

const changesOf = (object: CmsObject, now: number) =>
  [
    { object, at: object.publish_at ?? 0, what: 'Publish' },
    { object, at: object.unpublish_at ?? 0, what: 'Unpublish' },
  ].filter(({ at }) => at > now)
