import { HomeCard, HomeRows } from '@typecase/content/react/home-card'
import { formatCount } from '@typecase/ui/count'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { useQuery } from '@tanstack/react-query'

import { releasesQuery } from '../record.ts'
import { releaseRoute, releasesRoute } from '../routes.ts'
import { ReleaseState } from './release-state.tsx'

const MAX_RELEASES = 10

/** Releases that have not been published: those with a time first. */
export default function ReleasesCard(props: { bucketSlug: string; number: number }) {
  const { bucketSlug, number } = props
  const { href } = useService(Navigation)
  const query = useQuery({
    ...releasesQuery(useServices(), bucketSlug),
    select: ({ releases }) =>
      releases
        .filter(({ published_at: since }) => since === null)
        .toSorted((a, b) => (a.publish_at ?? Infinity) - (b.publish_at ?? Infinity)),
  })
  return (
    <HomeCard
      title="Releases"
      number={number}
      query={query}
      all={() => ({ href: href(releasesRoute, { params: { bucketSlug } }), label: 'All releases' })}
      isEmpty={(releases) => releases.length === 0}
      empty="No open releases. “New release…” creates one: objects that go live together."
    >
      {(releases) => (
        <HomeRows
          label="Releases"
          rows={releases.slice(0, MAX_RELEASES).map((release) => ({
            id: release.id,
            href: href(releaseRoute, { params: { bucketSlug, releaseID: release.id } }),
            start: <ReleaseState release={release} />,
            title: release.title,
            end: formatCount(release.count, 'object'),
          }))}
        />
      )}
    </HomeCard>
  )
}
