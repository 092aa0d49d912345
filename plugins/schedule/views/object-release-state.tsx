import type { Slots } from '@typecase/plugin-sdk/slot'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Link } from '@typecase/ui/link'
import { useQuery } from '@tanstack/react-query'

import { isOpen, releasesQuery, formatReleaseTime } from '../record.ts'
import { releaseRoute } from '../routes.ts'
import styles from './releases.module.css'

/** The next release of the open object, next to its save state. The panel of the inspector lists all of them. */
export default function ObjectReleaseState({ object }: Slots['editor.state']) {
  const bucketSlug = useFacts((facts) => facts['route.bucketSlug']) ?? ''
  const { href } = useService(Navigation)
  const { data } = useQuery(releasesQuery(useServices(), bucketSlug, object.id))
  // The server lists releases with a time first, the earliest on top.
  const [next, ...others] = data?.releases.filter(isOpen) ?? []
  if (!next) return null
  const { id: releaseID, title, publish_at: at } = next
  return (
    <span className={styles.inRelease}>
      In{' '}
      <Link href={href(releaseRoute, { params: { bucketSlug, releaseID } })} variant="quiet">
        {title}
      </Link>
      {at === null ? null : ` · ${formatReleaseTime(at)}`}
      {others.length === 0 ? null : ` and ${others.length} more`}
    </span>
  )
}
