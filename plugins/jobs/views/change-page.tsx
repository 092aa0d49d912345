import { getChangeSet } from '@typecase/contract/change-sets'
import { getJob } from '@typecase/contract/jobs'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useFieldTitles } from '@typecase/content/react/field-titles'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { keepPreviousData } from '@tanstack/react-query'

import { factsOf } from '../facts.ts'
import { entryOf } from '../history/entries.ts'
import { nounOf } from '../history/entry-words.ts'
import { changeRoute } from '../routes.ts'
import { newer, useServerJobs } from '../use-server-jobs.ts'
import { ChangedObjects } from './changed-objects.tsx'
import { DetailsFailure } from './details-failure.tsx'
import { DetailsHead } from './details-head.tsx'
import styles from './details.module.css'
import { SkippedObjects } from './failure-list.tsx'
import { JobFailures } from './job-failures.tsx'

/** Objects per page; each has a row for every changed field. */
const PAGE = 50

/** One change with its changed fields, and the objects that were skipped. */
export default function ChangePage() {
  const { bucketSlug: slug, changeSetID: change_set_id } = useRouteParams(changeRoute)
  const { skip = 0 } = useRouteSearch(changeRoute)
  const { live } = useServerJobs()
  const change = useApiQuery(
    getChangeSet,
    { query: { slug, change_set_id, limit: PAGE, skip } },
    { placeholderData: keepPreviousData },
  )
  const job_id = change.data?.change_set.job_id ?? null
  const job = useApiQuery(
    getJob,
    { query: { job_id: job_id ?? '' } },
    // The change exists longer than its job.
    { enabled: job_id !== null, retry: false },
  )
  const now = job.data && newer(job.data.job, live.get(job.data.job.id))
  const nameOf = useFieldTitles(slug)
  const { data } = change
  const entry = data && entryOf(data.change_set, now)
  useProvideFacts(factsOf(entry))

  if (!entry || !data) {
    if (!change.error) return <SkeletonRows label="change" />
    return <DetailsFailure what="change" query={change} />
  }
  return (
    <div className={styles.page}>
      <DetailsHead entry={entry} />
      {now ? <JobFailures job={now} noun={nounOf(entry)} /> : null}
      <SkippedObjects change={data.change_set} skipped={data.skipped} />
      <ChangedObjects
        nameOf={nameOf}
        noun={nounOf(entry)}
        changes={data.changes}
        total={data.total}
        skip={data.skip}
        pageSize={PAGE}
        isBusy={change.isPlaceholderData}
      />
    </div>
  )
}
