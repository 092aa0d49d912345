import { formatCount } from '@typecase/ui/count'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { usePeople } from '@typecase/content/react/people'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Icon } from '@typecase/ui/icon'
import { Link } from '@typecase/ui/link'
import { ProgressBar } from '@typecase/ui/progress-bar'
import { Time } from '@typecase/ui/time'
import { formatNumber } from '@typecase/ui/format'

import { cancelJob, redoChangeSet, undoChangeSet } from '../commands.ts'
import type { Entry } from '../history/entries.ts'
import { describeAuthor, nounOf, percentOf, stateOf } from '../history/entry-words.ts'
import { changeRoute, historyRoute } from '../routes.ts'
import styles from './details.module.css'
import { EntryStateView } from './entry-state.tsx'

/** A summary of the change with its actions. */
export function DetailsHead({ entry }: { entry: Entry }) {
  const { title, at, count, change, job } = entry
  const { href } = useService(Navigation)
  const people = usePeople(useFacts((facts) => facts['route.bucketSlug']))
  const state = stateOf(entry)
  const isGoingOn = state === 'running' || state === 'queued'
  const hrefOf = (changeSetID: string) => href(changeRoute, { params: { changeSetID } })
  return (
    <header className={styles.head}>
      <Link href={href(historyRoute)} variant="quiet">
        <Icon name="arrow-left" size={14} /> History
      </Link>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.about}>
        <span>{describeAuthor(entry, people)}</span>
        <Time value={at} />
        {count === undefined ? null : <span>{formatCount(count, nounOf(entry))}</span>}
        {change?.live ? <span>{`${formatNumber(change.live)} went live`}</span> : null}
        <EntryStateView entry={entry} />
        {change?.undone_by ? <Link href={hrefOf(change.undone_by)}>Show the undo</Link> : null}
        {change?.undo_of ? <Link href={hrefOf(change.undo_of)}>Show the undone change</Link> : null}
      </p>
      {job && isGoingOn ? (
        <ProgressBar
          aria-label={`Progress of ${title}`}
          value={state === 'queued' ? null : percentOf(job)}
        />
      ) : null}
      <div className={styles.actions}>
        {job && isGoingOn ? (
          <CommandButton command={cancelJob} args={{ job_id: job.id }}>
            Cancel
          </CommandButton>
        ) : change?.undone_by ? (
          <CommandButton command={redoChangeSet}>Redo</CommandButton>
        ) : change ? (
          <CommandButton command={undoChangeSet}>Undo</CommandButton>
        ) : null}
        {job ? <Slot name="jobs.actions" props={{ job }} /> : null}
      </div>
    </header>
  )
}
