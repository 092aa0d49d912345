import { type Job, listJobFailures } from '@typecase/contract/jobs'
import { QueryView } from '@typecase/content/react/query-view'
import { type Noun, formatCount } from '@typecase/ui/count'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'

import { isRunning } from '../words.ts'
import styles from './details.module.css'
import { FailureList } from './failure-list.tsx'
import { Pages } from './pages.tsx'

const PAGE = 50

interface JobFailuresProps {
  job: Job
  /** The noun for the rows of the job. */
  noun: Noun
}

/** Objects that a job skipped or failed on, with the reasons; nothing if there are none. */
export function JobFailures({ job, noun }: JobFailuresProps) {
  const { failed, errors } = job
  // A job that fails as a whole has a reason, but no failed objects.
  return failed > 0 || errors.length > 0 ? <Failures key={job.id} job={job} noun={noun} /> : null
}

function Failures({ job: { id: job_id, failed, kind, ...job }, noun }: JobFailuresProps) {
  const [skip, setSkip] = useState(0)
  const query = useApiQuery(
    listJobFailures,
    { query: { job_id, limit: PAGE, skip } },
    { placeholderData: keepPreviousData, ...(isRunning(job) && { refetchInterval: 2_000 }) },
  )
  const { data } = query
  const count = formatCount(failed, noun)
  const title =
    failed === 0
      ? 'What went wrong'
      : kind === 'changeSets.undo'
        ? `${count} skipped`
        : `${count} not changed`
  return (
    <section aria-labelledby="job-failures">
      <h2 id="job-failures" className={styles.subtitle}>
        {title}
      </h2>
      <QueryView query={query} what="reasons" loading={<SkeletonLines label="reasons" />}>
        {(data) => (
          <FailureList labelledBy="job-failures" noun={noun} failures={data.failures} skip={skip} />
        )}
      </QueryView>
      <Pages skip={skip} pageSize={PAGE} total={data?.total ?? 0} onTurn={setSkip} />
    </section>
  )
}
