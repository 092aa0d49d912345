import type { BucketGrant, TeamRole } from '@typecase/contract/roles'

import type { TeamScope } from '../team-scope.ts'
import { describeGrant } from '../words.ts'
import styles from './team.module.css'

interface GrantsProps {
  scope: TeamScope
  role: TeamRole
  grants: readonly BucketGrant[]
  titleOf: (bucketId: string) => string | undefined
}

/** The buckets that a member of a project team may open, one per line. */
export function Grants({ scope, role, grants, titleOf }: GrantsProps) {
  if (scope.resource === 'workspace') return <span />
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
