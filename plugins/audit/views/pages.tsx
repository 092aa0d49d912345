import { getProject } from '@typecase/contract/projects'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'

import { workspaceAuditRoute } from '../routes.ts'
import styles from './audit-log.module.css'
import { AuditLog } from './audit-log.tsx'

/** The log of one's own account, with each look that staff took at it. */
export const AccountAudit = () => (
  <AuditLog
    scope={{}}
    title="Account activity"
    description="Sign-ins, passwords, passkeys, tokens and sessions of your account, and who looked at it as support."
  />
)

/** Of a project and its buckets, for its admins. */
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

/** Of a workspace with its projects, for its admins. */
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

/** Of everyone, for the staff of the installation. */
export const StaffAudit = () => (
  <AuditLog
    scope={{ is_everything: true }}
    title="Whole audit log"
    description="All accounts, workspaces and projects of this installation."
  />
)
