import { getProject } from '@typecase/contract/projects'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'

import { workspaceAuditRoute } from '../routes.ts'
import styles from './audit-log.module.css'
import { AuditLog } from './audit-log.tsx'

/** The log of the user's own account, including each view by support. */
export const AccountAudit = () => (
  <AuditLog
    scope={{}}
    title="Account activity"
    description="Sign-ins, passwords, passkeys, tokens and sessions of your account, and who looked at it as support."
  />
)

/** The log of a project and its buckets, for its admins. */
export function ProjectAudit({ projectID }: { projectID: string }) {
  const { data } = useApiQuery(getProject, { query: { project_id: projectID } })
  return (
    <AuditLog
      scope={{ project_id: projectID }}
      title="Audit log"
      description="Roles, keys, exports, deletions and settings of this project and its buckets: who, when and from where."
      buckets={data?.project.buckets}
    />
  )
}

/** The log of a workspace and its projects, for its admins. */
export function WorkspaceAudit() {
  const { workspaceID } = useRouteParams(workspaceAuditRoute)
  return (
    <div className={styles.page}>
      <AuditLog
        scope={{ workspace_id: workspaceID }}
        title="Audit log"
        description="What was done in this workspace and its projects: who, when and from where."
      />
    </div>
  )
}

/** The log of the whole installation, for its staff. */
export const StaffAudit = () => (
  <AuditLog
    scope={{ is_everything: true }}
    title="Whole audit log"
    description="All accounts, workspaces and projects of this installation."
  />
)
