import { bucketQuery } from '@typecase/content/bucket'
import type { BucketSummary } from '@typecase/contract/buckets'
import {
  type BucketGrant,
  bucketRoles,
  grantOptions,
  permissionsOf,
  permissionWords,
  type TeamRole,
  teamPermissionsOf,
  teamPermissionWords,
} from '@typecase/contract/roles'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { Checkbox } from '@typecase/ui/checkbox'
import { CheckboxGroup } from '@typecase/ui/checkbox-group'
import { Select } from '@typecase/ui/select'
import { useQuery } from '@tanstack/react-query'
import { formatList } from '@typecase/ui/format'

import type { TeamScope } from '../team-scope.ts'
import { capital } from '../words.ts'
import { PermissionList } from './role-guide.tsx'
import styles from './team.module.css'

/** A role in a team, with the bucket grants for roles that have access to single buckets. */
export interface RoleValue {
  readonly role: TeamRole
  readonly grants: readonly BucketGrant[]
}

interface RoleFieldsProps {
  scope: TeamScope
  /** The roles that the user may assign. */
  roles: readonly TeamRole[]
  value: RoleValue
  onChange: (value: RoleValue) => void
  buckets: readonly BucketSummary[]
}

const NONE = 'none'
const bucketOptions = [
  { id: NONE, label: 'No role' },
  ...bucketRoles.map((role) => ({ id: role, label: capital(role) })),
]

/** The fields for the role and, for a user of a project, the role in each bucket. */
export function RoleFields({ scope, roles, value, onChange, buckets }: RoleFieldsProps) {
  const { role, grants } = value
  const isByBucket = scope.resource === 'project' && role === 'user'

  function setGrant(bucket_id: string, grant: BucketGrant | undefined) {
    const others = grants.filter((one) => one.bucket_id !== bucket_id)
    onChange({ role, grants: grant ? [...others, grant] : others })
  }

  return (
    <>
      <Select
        label="Role"
        options={roles.map((one) => ({ id: one, label: capital(one) }))}
        value={role}
        onChange={(next) => {
          const chosen = roles.find((one) => one === next)
          if (chosen) onChange({ role: chosen, grants })
        }}
        description={isByBucket ? 'Users work in the buckets chosen below.' : undefined}
      />
      {isByBucket ? (
        <div role="group" aria-label="Buckets" className={styles.grants}>
          {buckets.map((bucket) => (
            <GrantFields
              key={bucket.id}
              bucket={bucket}
              grant={grants.find((one) => one.bucket_id === bucket.id)}
              onChange={(grant) => setGrant(bucket.id, grant)}
            />
          ))}
        </div>
      ) : (
        <div className={styles.box}>
          <PermissionList
            title={capital(role)}
            words={teamPermissionWords}
            has={teamPermissionsOf[role]}
          />
        </div>
      )}
    </>
  )
}

interface GrantFieldsProps {
  bucket: BucketSummary
  grant: BucketGrant | undefined
  onChange: (grant: BucketGrant | undefined) => void
}

/** The role in a bucket, and options that restrict or extend it. */
function GrantFields({ bucket, grant, onChange }: GrantFieldsProps) {
  const role = bucketRoles.find((one) => one === grant?.role)
  const options: readonly string[] = role ? grantOptions[role] : []
  return (
    <div className={styles.grant}>
      <Select
        label={bucket.title}
        options={bucketOptions}
        value={role ?? NONE}
        onChange={(next) => {
          const chosen = bucketRoles.find((one) => one === next)
          // The options of a role do not apply to another one.
          onChange(chosen && { bucket_id: bucket.id, role: chosen })
        }}
        description={role ? may(role) : undefined}
      />
      {grant && role === 'editor' ? (
        <Checkbox
          isSelected={grant.publishing_restrictions === 'draft_only'}
          onChange={(isOn) =>
            onChange({ ...grant, publishing_restrictions: isOn ? 'draft_only' : null })
          }
        >
          Saves drafts only; others publish
        </Checkbox>
      ) : null}
      {grant && options.includes('additional_permissions') ? (
        <Checkbox
          isSelected={grant.additional_permissions?.includes('media:write') ?? false}
          onChange={(isOn) =>
            onChange({ ...grant, additional_permissions: isOn ? ['media:write'] : [] })
          }
        >
          {`May also ${permissionWords['media:write']}`}
        </Checkbox>
      ) : null}
      {grant && options.includes('object_types') ? (
        <AllowedTypes bucket={bucket} grant={grant} onChange={onChange} />
      ) : null}
    </div>
  )
}

/** Describes the permissions of a role: `May write objects, comment and … .` */
function may(role: (typeof bucketRoles)[number]): string {
  const words = permissionsOf[role]
    .filter((one) => one !== 'bucket:read')
    .map((one) => permissionWords[one])
  return `May ${formatList(words)}.`
}

function AllowedTypes({
  bucket,
  grant,
  onChange,
}: {
  bucket: BucketSummary
  grant: BucketGrant
  onChange: (grant: BucketGrant) => void
}) {
  const { data } = useQuery(bucketQuery(useServices(), bucket.slug))
  const types = data?.bucket.object_types ?? []
  const allowedTypes = grant.object_types ?? []
  if (types.length === 0) return null
  return (
    <CheckboxGroup
      label={`Object types in ${bucket.title}`}
      description={allowedTypes.length === 0 ? 'None chosen: can write all of them.' : undefined}
      orientation="horizontal"
      value={[...allowedTypes]}
      onChange={(object_types) => onChange({ ...grant, object_types })}
    >
      {types.map(({ slug, title }) => (
        <Checkbox key={slug} value={slug}>
          {title}
        </Checkbox>
      ))}
    </CheckboxGroup>
  )
}
