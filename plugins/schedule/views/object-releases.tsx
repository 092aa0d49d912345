import { QueryView } from '@typecase/content/react/query-view'
import type { CmsObject } from '@typecase/contract/objects'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands, Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Link } from '@typecase/ui/link'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { InspectorSection, LineItem } from '@typecase/ui/split-layout'
import { useQuery } from '@tanstack/react-query'

import { addToRelease, removeFromRelease } from '../commands/releases.ts'
import { isOpen, releasesQuery } from '../record.ts'
import { releaseRoute } from '../routes.ts'
import { ReleaseState } from './release-state.tsx'
import styles from './releases.module.css'

/** The releases that contain the open object. */
export default function ObjectReleases({ object }: { object: CmsObject }) {
  const bucketSlug = useFacts((facts) => facts['route.bucketSlug']) ?? ''
  const { href } = useService(Navigation)
  const commands = useService(Commands)
  const query = releasesQuery(useServices(), bucketSlug, object.id)
  const containing = useQuery(query)
  const { data } = containing
  // Published releases are listed in the history.
  const releases = data?.releases.filter(isOpen) ?? []
  const remove = (release_id: string) =>
    void commands.run(
      refTo(removeFromRelease, { scope: { kind: 'current', ids: [object.id] }, release_id }),
      { source: 'button' },
    )
  return (
    <InspectorSection title="Releases" detail={releases.length || undefined}>
      <QueryView
        isSmall
        query={containing}
        what="releases"
        loading={<SkeletonLines label="releases" count={1} />}
      >
        {() =>
          releases.map((release) => (
            <LineItem
              key={release.id}
              detail={
                <Button
                  variant="quiet"
                  icon="x"
                  aria-label={`Remove from ${release.title}`}
                  onPress={() => remove(release.id)}
                />
              }
            >
              In release{' '}
              <Link href={href(releaseRoute, { params: { bucketSlug, releaseID: release.id } })}>
                {release.title}
              </Link>{' '}
              <ReleaseState release={release} />
            </LineItem>
          ))
        }
      </QueryView>
      <div className={styles.actions}>
        <CommandButton command={addToRelease} variant="quiet" />
      </div>
    </InspectorSection>
  )
}
