import { useRouteParams } from '@typecase/plugin-sdk/react/routes'

import { workspaceAuditRoute } from '../routes.ts'
import styles from './audit-log.module.css'
import { AuditLog } from './audit-log.tsx'

/** Of a workspace with its projects, for its admins. */
export default function WorkspaceAudit() {
  const { workspaceID } = useRouteParams(workspaceAuditRoute)
  return (
    <div className={styles.page}>
      <AuditLog
        place={{ workspace_id: workspaceID }}
        title="Audit log"
        description="What was done in this workspace and its projects: who, when and from where."
      />
    </div>
  )
}
