import { formatCount } from '@typecase/ui/count'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Link } from '@typecase/ui/link'
import { ProgressBar } from '@typecase/ui/progress-bar'
import { Row, RowActions, RowName } from '@typecase/ui/row-list'
import { Time } from '@typecase/ui/time'
import { formatNumber } from '@typecase/ui/format'

import { cancelJob, redoChangeSet, undoChangeSet } from '../commands.ts'
import type { Entry } from '../history/entries.ts'
import { nounOf, percentOf, stateOf } from '../history/entry-words.ts'
import { isRunning } from '../words.ts'
import { changeRoute, jobRoute } from '../routes.ts'
import { EntryStateView } from './entry-state.tsx'
import styles from './history.module.css'

interface HistoryRowProps {
  entry: Entry
  person: string
  /** Name of the person who undid the change. */
  undoneBy: string | undefined
  isCurrent: boolean
  isTabStop: boolean
}

export function HistoryRow(props: HistoryRowProps) {
  const { entry, person, undoneBy, isCurrent, isTabStop } = props
  const excludeFromTabOrder = !isTabStop
  const { href } = useService(Navigation)
  const { change, job, count } = entry
  const path = change
    ? href(changeRoute, { params: { changeSetID: change.id } })
    : href(jobRoute, { params: { jobID: entry.id } })
  return (
    <Row isCurrent={isCurrent} className={styles.columns}>
      <RowName
        details={
          <>
            <span>{person}</span>
            <Time value={entry.at} />
            {count === undefined ? null : <span>{formatCount(count, nounOf(entry))}</span>}
            {change?.live ? <span>{`${formatNumber(change.live)} went live`}</span> : null}
          </>
        }
      >
        <Link
          href={path}
          variant="quiet"
          data-row={entry.id}
          excludeFromTabOrder={excludeFromTabOrder}
        >
          {entry.title}
        </Link>
      </RowName>
      {job?.status === 'running' ? (
        <span className={styles.progress}>
          <ProgressBar aria-label={`Progress of ${entry.title}`} value={percentOf(job)} />
        </span>
      ) : null}
      <EntryStateView entry={entry} undoneBy={undoneBy} />
      <RowActions>
        {job ? <Slot name="jobs.actions" props={{ job }} /> : null}
        {job && isRunning(job) ? (
          <CommandButton
            command={cancelJob}
            args={{ job_id: job.id }}
            variant="quiet"
            isPlain
            excludeFromTabOrder={excludeFromTabOrder}
          >
            Cancel
          </CommandButton>
        ) : change && stateOf(entry) !== 'undone' ? (
          <CommandButton
            command={undoChangeSet}
            args={{ change_set_id: change.id }}
            variant="quiet"
            isPlain
            excludeFromTabOrder={excludeFromTabOrder}
          >
            Undo
          </CommandButton>
        ) : change?.undone_by ? (
          <CommandButton
            command={redoChangeSet}
            args={{ change_set_id: change.undone_by }}
            variant="quiet"
            isPlain
            excludeFromTabOrder={excludeFromTabOrder}
          >
            Redo
          </CommandButton>
        ) : null}
      </RowActions>
    </Row>
  )
}
