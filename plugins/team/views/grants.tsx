import type { BucketGrant, TeamRole } from '@typecase/contract/roles'

import type { Place } from '../place.ts'
import { describeGrant } from '../words.ts'
import styles from './team.module.css'

interface GrantsProps {
  place: Place
  role: TeamRole
  grants: readonly BucketGrant[]
  titleOf: (bucketId: string) => string | undefined
}

/** The buckets that someone in the team of a project may open, a line for each. */
export function Grants({ place, role, grants, titleOf }: GrantsProps) {
  if (place.resource === 'workspace') return <span />
  if (role !== 'user') return <span className={styles.buckets}>All buckets</span>
  if (grants.length === 0) return <span className={styles.buckets}>No bucket yet</span>
  return (
    <ul className={styles.buckets} aria-label="Buckets">
      {grants.map((grant) => (
        <li key={grant.bucket_id}>
          {titleOf(grant.bucket_id) ?? 'Another bucket'}: {describeGrant(grant)}
        </li>
      ))}
    </ul>
  )
}
