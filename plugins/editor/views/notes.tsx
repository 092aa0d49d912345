import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { Icon } from '@typecase/ui/icon'
import type { ReactNode } from 'react'
import { formatTimeAgo } from '@typecase/content/words/age'

import { continueUnsaved, discardChanges, saveDraft, startNew } from '../commands/save.ts'
import { isOffering } from '../session/editor-session.ts'
import { useSessionState } from '../use-session.tsx'
import styles from './editor.module.css'

/** Says that the form contains changes from an earlier visit. */
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
      {`Unsaved changes from ${formatTimeAgo(at)} restored`}
    </Note>
  )
}

/** Offers an unsaved new object. It is never mixed with what the user types here. */
export function OfferNote() {
  const isOpen = useSessionState(isOffering)
  const offered = useSessionState((state) => state.offered)
  if (!isOpen || !offered) return null
  const { at, values } = offered.draft
  const title = values.title.trim() || 'Untitled'
  return (
    <Note
      icon="history"
      actions={
        <>
          <CommandButton command={continueUnsaved} isPlain>
            {`Continue “${title}”`}
          </CommandButton>
          <CommandButton command={startNew} variant="quiet" isPlain>
            Start new
          </CommandButton>
        </>
      }
    >
      {`“${title}” was left unsaved ${formatTimeAgo(at)}.`}
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
