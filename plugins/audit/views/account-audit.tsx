import { AuditLog } from './audit-log.tsx'

/** What one did with one's own account, and who of the staff looked at it. */
export default function AccountAudit() {
  return (
    <AuditLog
      place={{}}
      title="Account activity"
      description="Sign-ins, passwords, passkeys, tokens and sessions of your account, and who looked at it as support."
    />
  )
}
