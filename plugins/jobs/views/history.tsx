import { type ChangeSet, listChangeSets } from '@typecase/contract/change-sets'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { Chip } from '@typecase/ui/chip'
import { EmptyState } from '@typecase/ui/empty-state'
import { FailureState } from '@typecase/ui/failure-state'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { Time } from '@typecase/ui/time'

import { undoChangeSet } from '../commands/job-commands.ts'
import { historyRoute } from '../routes.ts'
import { useServerJobs } from '../use-server-jobs.ts'
import styles from './history.module.css'

/** What was changed in the bucket in the last thirty days, and how to take it back. */
export default function History() {
  const { bucketSlug } = useRouteParams(historyRoute)
  const { data, error, refetch, isFetching } = useApiQuery(listChangeSets, {
    query: { slug: bucketSlug, limit: 100 },
  })
  const failed = useServerJobs().filter(({ status }) => status === 'failed')

  if (error && !data) {
    return (
      <FailureState
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
      {failed.map((job) => (
        <p key={job.id} className={styles.failed}>
          {job.title} failed: {job.errors[0]?.reason ?? 'unknown reason'}
        </p>
      ))}
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

function ChangeRow({ change }: { change: ChangeSet }) {
  return (
    <li className={styles.row}>
      <span className={styles.name}>{change.title}</span>
      <span className={styles.meta}>
        {change.count === 1 ? '1 object' : `${change.count.toLocaleString('en')} objects`}
      </span>
      <Time value={change.created_at} className={styles.meta} />
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
