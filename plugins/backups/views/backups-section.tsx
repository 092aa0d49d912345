import { openBilling } from '@typecase/content/commands'
import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { addOnOffers } from '@typecase/contract/plans'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { FormActions, FormSection } from '@typecase/ui/form'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@typecase/ui/format'

import { addBackup } from '../commands/backups.ts'
import { setSchedule } from '../commands/schedule.ts'
import { describeRetention, describeSchedule } from '../words.ts'
import { type BackupList, backupsQuery } from '../queries.ts'
import { BackupRows } from './backup-rows.tsx'
import styles from './backups.module.css'

const NO_ADD_ON = `${addOnOffers.automatic_backups.title} is an add-on that this project does not have.`

/** The section of the settings: when the bucket is backed up, and its backups. Enter shows what a restore would change. */
export default function BackupsSection({ bucketSlug }: { bucketSlug: string }) {
  const query = useQuery(backupsQuery(useServices(), bucketSlug))
  const { data } = query
  useProvideFacts({ 'list.creates': addBackup.id })

  if (hasFailed(query)) return <QueryFailure isPage query={query} what="backups" />
  return (
    <FormSection
      title="Backups"
      description="Each holds the object types, objects, media and folders of one moment. Comments, revisions, releases, smart views, webhooks, keys, settings and people are not part of it."
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
              <BackupRows bucketSlug={bucketSlug} list={data} noAddOn={NO_ADD_ON} />
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
          {NO_ADD_ON} No backups are made. Those that are there can be downloaded and deleted.
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
          'Backups are off: none is made unless you ask for one.'
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
