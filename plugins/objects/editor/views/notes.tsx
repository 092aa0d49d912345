import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { Icon } from '@typecase/ui/icon'
import type { ReactNode } from 'react'

import { discardChanges, saveDraft } from '../commands/save.ts'
import { useSessionState } from '../use-session.tsx'
import { timeAgo } from '../words-for-time.ts'
import styles from './editor.module.css'

/** Says that changes of an earlier visit are in the form. */
export function RestoredNote() {
  const at = useSessionState(({ restoredAt }) => restoredAt)
  if (at === undefined) return null
  return (
    <Note
      icon="history"
      actions={
        <CommandButton command={discardChanges} isPlain>
          Discard
        </CommandButton>
      }
    >
      {`Unsaved changes from ${timeAgo(at)} restored`}
    </Note>
  )
}

/** Says why the last save was refused, and that nothing is lost. */
export function RefusedNote() {
  const message = useSessionState(({ draft }) =>
    draft.trouble?.kind === 'refused' ? draft.trouble.message : undefined,
  )
  if (!message) return null
  return (
    <Note
      icon="circle-alert"
      isBad
      actions={
        <CommandButton command={saveDraft} isPlain>
          Retry
        </CommandButton>
      }
    >
      {`Not saved: ${message} What you typed is kept.`}
    </Note>
  )
}

export function Note({
  icon,
  isBad,
  actions,
  children,
}: {
  icon: string
  isBad?: boolean
  actions: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.note} data-bad={isBad || undefined} role={isBad ? 'alert' : 'status'}>
      <Icon name={icon} size={14} />
      <span className={styles.noteText}>{children}</span>
      {actions}
    </div>
  )
}
