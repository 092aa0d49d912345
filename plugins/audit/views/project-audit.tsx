import { AuditLog } from './audit-log.tsx'

/** Of a project and its buckets, for its admins. */
export default function ProjectAudit({ projectID }: { projectID: string }) {
  return (
    <AuditLog
      place={{ project_id: projectID }}
      title="Audit log"
      description="Roles, keys, exports, deletions and settings of this project and its buckets: who, when and from where."
    />
  )
}
