import { type ChangeSet, listChangeSets } from '@typecase/contract/change-sets'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import type { Job } from '@typecase/contract/jobs'
import { Chip } from '@typecase/ui/chip'
import { EmptyState } from '@typecase/ui/empty-state'
import { Icon } from '@typecase/ui/icon'
import { FailureState } from '@typecase/ui/failure-state'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { Time } from '@typecase/ui/time'

import { undoChangeSet } from '../commands/job-commands.ts'
import { endInWords } from '../job-in-words.ts'
import { historyRoute } from '../routes.ts'
import { JobActions } from '../slots.ts'
import { useServerJobs } from '../use-server-jobs.ts'
import styles from './history.module.css'

/** What was changed in the bucket in the last thirty days, and how to take it back. */
export default function History() {
  const { bucketSlug } = useRouteParams(historyRoute)
  const { data, error, refetch, isFetching } = useApiQuery(listChangeSets, {
    query: { slug: bucketSlug, limit: 100 },
  })
  const stopped = useServerJobs().jobs.filter(({ status }) => NOT_DONE.includes(status))

  if (error && !data) {
    return (
      <FailureState
        isPage
        title="The history could not be loaded"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {error.message}
      </FailureState>
    )
  }
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>History</h1>
      {stopped.length > 0 ? (
        <section aria-labelledby="history-stopped">
          <h2 id="history-stopped" className={styles.subtitle}>
            Jobs that did not finish
          </h2>
          <ul className={styles.list} aria-labelledby="history-stopped">
            {stopped.map((job) => (
              <JobRow key={job.id} job={job} />
            ))}
          </ul>
        </section>
      ) : null}
      {!data ? (
        <SkeletonRows label="history" />
      ) : data.change_sets.length === 0 ? (
        <EmptyState title="Nothing was changed yet" icon="history">
          Every change of the last 30 days stands here and can be undone as a whole.
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label="Changes">
          {data.change_sets.map((change) => (
            <ChangeRow key={change.id} change={change} />
          ))}
        </ul>
      )}
    </div>
  )
}

const NOT_DONE: readonly Job['status'][] = ['failed', 'cancelled']

function JobRow({ job }: { job: Job }) {
  const isFailed = job.status === 'failed'
  return (
    <li className={styles.row}>
      <Icon
        name={isFailed ? 'circle-alert' : 'ban'}
        size={16}
        className={isFailed ? styles.failed : styles.meta}
      />
      <span className={styles.name}>
        {job.title}
        <span className={styles.reason}>{endInWords(job)}</span>
      </span>
      <Time value={job.finished_at ?? job.created_at} className={styles.meta} />
      <Slot point={JobActions} props={{ job }} />
    </li>
  )
}

function ChangeRow({ change }: { change: ChangeSet }) {
  return (
    <li className={styles.row}>
      <span className={styles.name}>{change.title}</span>
      <span className={styles.meta}>
        {change.count === 1 ? '1 object' : `${change.count.toLocaleString('en')} objects`}
      </span>
      <Time value={change.created_at} className={styles.meta} />
      {change.job_id === null ? null : (
        <Slot point={JobActions} props={{ job: { id: change.job_id, kind: change.kind } }} />
      )}
      {change.undone_by ? (
        <Chip>Undone</Chip>
      ) : (
        <CommandButton command={undoChangeSet} args={{ change_set_id: change.id }} variant="quiet">
          Undo
        </CommandButton>
      )}
    </li>
  )
}
