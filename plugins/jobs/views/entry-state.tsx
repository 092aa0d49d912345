import { Icon } from '@typecase/ui/icon'

import type { Entry } from '../history/entries.ts'
import { type EntryState, describeState, stateOf } from '../history/entry-words.ts'
import styles from './entry-state.module.css'

const ICONS: Readonly<Record<EntryState, string>> = {
  queued: 'clock',
  running: 'play',
  failed: 'circle-alert',
  cancelled: 'ban',
  undone: 'undo-2',
  done: 'check',
}

/** The state of a change or a job: an icon and words, never colour alone. */
export function EntryStateView({
  entry,
  undoneBy,
}: {
  entry: Entry
  undoneBy?: string | undefined
}) {
  const state = stateOf(entry)
  return (
    <span className={styles.state} data-state={state}>
      <Icon name={ICONS[state]} size={14} />
      <span>{describeState(entry, undoneBy)}</span>
    </span>
  )
}
