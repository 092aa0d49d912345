import type { Job } from '@typecase/contract/jobs'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Link } from '@typecase/ui/link'

import { importRoute } from '../routes.ts'

interface JobReportLinkProps {
  job: Pick<Job, 'id' | 'kind'>
  onOpen?: () => void
}

/** From an import in tray or history to its report. */
export default function JobReportLink({ job, onOpen }: JobReportLinkProps) {
  const { href } = useService(Navigation)
  const mayImport = useFacts((facts) => facts.can?.has('import:write') ?? false)
  if (!mayImport || !job.kind.startsWith('import')) return null
  return (
    <Link
      href={href(importRoute, { search: { job: job.id } })}
      {...(onOpen && { onPress: onOpen })}
    >
      Show report
    </Link>
  )
}
