import { AuditLog } from './audit-log.tsx'

/** Of everybody, for the staff of the installation. */
export default function StaffAudit() {
  return (
    <AuditLog
      place={{ is_everything: true }}
      title="Audit log of everybody"
      description="All accounts, workspaces and projects of this installation."
    />
  )
}
