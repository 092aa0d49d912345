import type { Backup } from '@typecase/contract/backups'
import { usePeople } from '@typecase/content/react/people'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { ProgressBar } from '@typecase/ui/progress-bar'
import { Row, RowActions, RowButton, RowList, RowName, RowProblem } from '@typecase/ui/row-list'
import { StatusBadge } from '@typecase/ui/status-badge'
import { Time } from '@typecase/ui/time'
import { formatDateTime } from '@typecase/ui/format'

import '../facts.ts'
import { addBackup, deleteBackup, downloadBackup, restoreBackup } from '../commands/backups.ts'
import { describeContents, describeReason } from '../words.ts'
import type { BackupList } from '../queries.ts'
import styles from './backups.module.css'

interface BackupRowsProps {
  bucketSlug: string
  list: BackupList
  /** Why nothing can be restored without the add-on. */
  noAddOn: string
}

/** The rows; commands of the palette are about the one that the keyboard is on. */
export function BackupRows({ bucketSlug, list, noAddOn }: BackupRowsProps) {
  const { backups, has_add_on } = list
  const commands = useService(Commands)
  const people = usePeople(bucketSlug)
  const {
    list: keys,
    currentID,
    isTabStop,
  } = useListKeys(
    backups.map(({ id }) => id),
    { creates: addBackup.id },
  )
  useProvideFacts({ 'backups.backup': currentID })
  return (
    <RowList list={keys} aria-label="Backups">
      {backups.map((backup) => {
        const { id, at, unchanged_at } = backup
        const args = { backup_id: id }
        const button = {
          args,
          variant: 'quiet',
          isIconOnly: true,
          excludeFromTabOrder: !isTabStop(id),
        } as const
        const empty = whyEmpty(backup)
        return (
          <Row key={id} isCurrent={id === currentID}>
            <RowName
              details={
                <>
                  <span>{describeReason(backup, people)}</span>
                  {backup.state === 'done' && <span>{describeContents(backup)}</span>}
                  {unchanged_at !== null && (
                    <span>Unchanged as of {formatDateTime(unchanged_at)}</span>
                  )}
                  {backup.failure !== null && <RowProblem>{backup.failure}</RowProblem>}
                </>
              }
            >
              <RowButton
                data-row={id}
                excludeFromTabOrder={!isTabStop(id)}
                onPress={() => void commands.run(refTo(restoreBackup, args), { source: 'button' })}
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
                command={restoreBackup}
                disabledReason={has_add_on ? empty : noAddOn}
              />
              <CommandButton {...button} command={downloadBackup} disabledReason={empty} />
              <CommandButton
                {...button}
                command={deleteBackup}
                disabledReason={backup.state === 'running' ? empty : undefined}
              />
            </RowActions>
          </Row>
        )
      })}
    </RowList>
  )
}

function whyEmpty({ state }: Backup): string | undefined {
  if (state === 'done') return undefined
  return state === 'failed' ? 'It failed and holds nothing.' : 'It is being made.'
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
