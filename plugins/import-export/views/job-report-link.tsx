import { EXPORT_JOBS } from '@typecase/contract/import-export'
import type { Job } from '@typecase/contract/jobs'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Link } from '@typecase/ui/link'

import { importRoute } from '../routes.ts'

interface JobReportLinkProps {
  job: Pick<Job, 'id' | 'kind'>
  onOpen?: () => void
}

/** Links an import in the tray or the history to its report, and an export to its file. */
export default function JobReportLink({ job, onOpen }: JobReportLinkProps) {
  const { href } = useService(Navigation)
  const mayImport = useFacts((facts) => facts.can?.has('import:write') ?? false)
  if (!mayImport) return null
  if (EXPORT_JOBS.includes(job.kind))
    return (
      <CommandButton command="import-export.download" args={{ job_id: job.id }} variant="quiet">
        Download
      </CommandButton>
    )
  if (!job.kind.startsWith('import')) return null
  return (
    <Link
      href={href(importRoute, { search: { job: job.id } })}
      {...(onOpen && { onPress: onOpen })}
    >
      Show report
    </Link>
  )
}
