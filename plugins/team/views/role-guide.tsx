import {
  bucketRoles,
  permissionsOf,
  permissionWords,
  teamPermissionsOf,
  teamPermissionWords,
  teamRoles,
} from '@typecase/contract/roles'
import { Disclosure } from '@typecase/ui/disclosure'
import { Icon } from '@typecase/ui/icon'
import { InspectorSection } from '@typecase/ui/split-layout'

import type { TeamScope } from '../team-scope.ts'
import { capital } from '../words.ts'
import styles from './team.module.css'

/** The permissions of each role, from the table that the server checks. */
export function RoleGuide({ scope }: { scope: TeamScope }) {
  return (
    <>
      <InspectorSection title={`Roles in a ${scope.resource}`}>
        {teamRoles.map((role) => (
          <Disclosure key={role} title={capital(role)} defaultExpanded>
            <PermissionList
              title={capital(role)}
              words={teamPermissionWords}
              has={teamPermissionsOf[role]}
              isBare
            />
          </Disclosure>
        ))}
      </InspectorSection>
      {scope.resource === 'project' ? (
        <InspectorSection title="Roles in a bucket">
          {bucketRoles.map((role) => (
            <Disclosure key={role} title={capital(role)} defaultExpanded>
              <PermissionList
                title={capital(role)}
                words={permissionWords}
                has={permissionsOf[role]}
                isBare
              />
            </Disclosure>
          ))}
        </InspectorSection>
      ) : null}
    </>
  )
}

interface PermissionListProps<Permission extends string> {
  title: string
  words: Readonly<Record<Permission, string>>
  has: readonly Permission[]
  /** Whether to omit the title, which is shown above already. */
  isBare?: boolean
}

/** The permissions that a role includes, and those that it lacks. */
export function PermissionList<Permission extends string>(props: PermissionListProps<Permission>) {
  const { title, words, has, isBare = false } = props
  const all = Object.entries<string>(words)
  const isAllowed = (key: string) => has.some((one) => one === key)
  return (
    <div>
      {isBare ? null : <h3 className={styles.roleName}>{title}</h3>}
      <ul className={styles.permissions} aria-label={`What the role ${title} may do`}>
        {[...all]
          .sort((a, b) => Number(isAllowed(b[0])) - Number(isAllowed(a[0])))
          .map(([key, text]) => (
            <li key={key} data-allowed={isAllowed(key) || undefined}>
              <Icon name={isAllowed(key) ? 'check' : 'x'} size={14} />
              <span>{isAllowed(key) ? capital(text) : `May not ${text}`}</span>
            </li>
          ))}
      </ul>
    </div>
  )
}
