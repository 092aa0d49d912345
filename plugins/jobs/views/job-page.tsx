import { getJob } from '@typecase/contract/jobs'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Link } from '@typecase/ui/link'
import { SkeletonLines } from '@typecase/ui/skeleton'

import { factsOf } from '../facts.ts'
import { entryOfJob } from '../history/entries.ts'
import { nounOf } from '../history/entry-words.ts'
import { changeRoute, jobRoute } from '../routes.ts'
import { newer, useServerJobs } from '../use-server-jobs.ts'
import { DetailsFailure } from './details-failure.tsx'
import { DetailsHead } from './details-head.tsx'
import styles from './details.module.css'
import { JobFailures } from './job-failures.tsx'

/** A job with its progress, result and failures. */
export default function JobPage() {
  const { jobID: job_id } = useRouteParams(jobRoute)
  const { href } = useService(Navigation)
  const { live } = useServerJobs()
  const query = useApiQuery(getJob, { query: { job_id } })
  const { data, error } = query
  const job = data && newer(data.job, live.get(job_id))
  useProvideFacts(factsOf(job && { job }))

  if (!job) {
    if (!error) return <SkeletonLines label="job" />
    return <DetailsFailure what="job" query={query} />
  }
  return (
    <div className={styles.page}>
      <DetailsHead entry={entryOfJob(job)} />
      {job.change_set_id ? (
        <p className={styles.note}>
          <Link href={href(changeRoute, { params: { changeSetID: job.change_set_id } })}>
            Show what it changed
          </Link>
        </p>
      ) : (
        <p className={styles.note}>Nothing was changed.</p>
      )}
      <JobFailures job={job} noun={nounOf({ job })} />
    </div>
  )
}
