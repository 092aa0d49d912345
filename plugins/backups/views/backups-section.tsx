import { openBilling } from '@typecase/content/commands'
import { usePeople } from '@typecase/content/react/people'
import { hasFailed, QueryFailure } from '@typecase/content/react/query-view'
import { RecordRows } from '@typecase/content/react/record-rows'
import type { Backup } from '@typecase/contract/backups'
import { addOnOffers } from '@typecase/contract/plans'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { FormActions, FormSection } from '@typecase/ui/form'
import { formatDateTime } from '@typecase/ui/format'
import { ProgressBar } from '@typecase/ui/progress-bar'
import { RowActions, RowButton, RowName, RowProblem } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { StatusBadge } from '@typecase/ui/status-badge'
import { Time } from '@typecase/ui/time'
import { useQuery } from '@tanstack/react-query'

import { addBackup, deleteBackup, downloadBackup, restoreBackup, setSchedule } from '../commands.ts'
import { backup as kind, type BackupList, backupsQuery, whyEmpty } from '../record.ts'
import { describeContents, describeReason, describeRetention, describeSchedule } from '../words.ts'
import styles from './backups.module.css'

const NO_ADD_ON = `${addOnOffers.automatic_backups.title} is an add-on that this project does not have.`

/** The bucket's backups and their schedule, in the settings. Enter shows what a restore would change. */
export default function BackupsSection({ bucketSlug }: { bucketSlug: string }) {
  const query = useQuery(backupsQuery(useServices(), bucketSlug))
  const { data } = query
  useProvideFacts({ 'list.creates': addBackup.id })

  if (hasFailed(query)) return <QueryFailure isPage query={query} what="backups" />
  return (
    <FormSection
      title="Backups"
      description="Each backup holds the object types, objects, media and folders of one moment. Comments, revisions, releases, smart views, webhooks, keys, settings and people are not included."
    >
      {!data ? (
        <SkeletonRows label="backups" count={3} />
      ) : (
        <>
          <Schedule list={data} />
          {data.backups.length === 0 ? (
            <Empty list={data} />
          ) : (
            <>
              <Rows bucketSlug={bucketSlug} list={data} />
              <FormActions>
                <AddButton list={data} />
              </FormActions>
            </>
          )}
        </>
      )}
    </FormSection>
  )
}

interface ListProps {
  list: BackupList
}

function AddButton({ list, variant }: ListProps & { variant?: 'primary' }) {
  return (
    <CommandButton
      command={addBackup}
      disabledReason={list.has_add_on ? undefined : NO_ADD_ON}
      {...(variant && { variant })}
    />
  )
}

function Schedule({ list: { schedule, has_add_on } }: ListProps) {
  const { is_on, next_at } = schedule
  if (!has_add_on) {
    return (
      <div className={styles.schedule}>
        <p role="note">
          {NO_ADD_ON} No new backups are made. Existing ones can be downloaded and deleted.
        </p>
        <CommandButton command={openBilling}>Open billing</CommandButton>
      </div>
    )
  }
  return (
    <div className={styles.schedule}>
      <p>
        {is_on ? (
          <>
            {describeSchedule(schedule)}
            {next_at !== null && <>, next on {formatDateTime(next_at)}</>}.{' '}
            {describeRetention(schedule)}.
          </>
        ) : (
          'Scheduled backups are off. You can still make one by hand.'
        )}
      </p>
      <CommandButton command={setSchedule} variant={is_on ? 'plain' : 'primary'} />
    </div>
  )
}

function Empty({ list }: ListProps) {
  const { schedule, has_add_on } = list
  const what = 'A backup brings the bucket back to a moment before something went wrong.'
  return (
    <EmptyState title="No backups yet" icon="archive" action={<AddButton list={list} />}>
      {!has_add_on
        ? what
        : schedule.is_on
          ? `${what} The first one is made at the time above.`
          : `${what} Set a schedule to have one made every day or week, or make one now.`}
    </EmptyState>
  )
}

function Rows({ bucketSlug, list: { backups, has_add_on } }: ListProps & { bucketSlug: string }) {
  const commands = useService(Commands)
  const people = usePeople(bucketSlug)
  return (
    <RecordRows record={kind} items={backups} aria-label="Backups" creates={addBackup.id}>
      {(backup, { opener, button }) => {
        const { at, unchanged_at, state, failure } = backup
        const restore = refTo(restoreBackup, button.args)
        const empty = whyEmpty(backup)
        return (
          <>
            <RowName
              details={
                <>
                  <span>{describeReason(backup, people)}</span>
                  {state === 'done' && <span>{describeContents(backup)}</span>}
                  {unchanged_at !== null && (
                    <span>Unchanged as of {formatDateTime(unchanged_at)}</span>
                  )}
                  {failure !== null && <RowProblem>{failure}</RowProblem>}
                </>
              }
            >
              <RowButton
                {...opener}
                onPress={() => void commands.run(restore, { source: 'button' })}
              >
                <Time value={at} />
              </RowButton>
            </RowName>
            <span className={styles.state}>
              <State backup={backup} />
            </span>
            <RowActions>
              <CommandButton
                {...button}
                isIconOnly
                command={restoreBackup}
                disabledReason={has_add_on ? empty : NO_ADD_ON}
              />
              <CommandButton
                {...button}
                isIconOnly
                command={downloadBackup}
                disabledReason={empty}
              />
              <CommandButton
                {...button}
                isIconOnly
                command={deleteBackup}
                disabledReason={state === 'running' ? empty : undefined}
              />
            </RowActions>
          </>
        )
      }}
    </RecordRows>
  )
}

function State({ backup: { state, job } }: { backup: Backup }) {
  if (state === 'failed') return <StatusBadge status="error">Failed</StatusBadge>
  if (state === 'done') return <StatusBadge status="published">Done</StatusBadge>
  if (job?.status === 'queued') return <StatusBadge status="scheduled">Waiting</StatusBadge>
  return (
    <ProgressBar
      aria-label="Backing up"
      value={job && job.total > 0 ? job.done : null}
      maxValue={job?.total}
    />
  )
}
