import { useFocusOnMount } from '@typecase/plugin-sdk/react/focus'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Focus } from '@typecase/plugin-sdk/focus'
import { usePeople } from '@typecase/content/react/people'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCopy } from '@typecase/plugin-sdk/react/copy'
import type { People } from '@typecase/content/words/person'
import { Button } from '@typecase/ui/button'
import { useEffect, useId } from 'react'
import { formatTimeAgo } from '@typecase/content/words/age'

import { keepBoth, keepMine, saveResolved, takeTheirs } from '../commands/save.ts'
import { combine } from '../draft/combine.ts'
import type { Choice } from '../draft/draft.ts'
import type { Clash } from '../draft/merge.ts'
import { getAt } from '@typecase/content/object/path'
import { fieldTitle } from '@typecase/content/object/server-problems'
import { useSession, useSessionState } from '../use-session.tsx'
import { isUnreadable } from '@typecase/content/object/values'
import styles from './conflict-view.module.css'

/** Shows the fields that someone else changed as well: the original value, mine and theirs. */
export function ConflictView() {
  const id = useId()
  const people = usePeople(useSession().bucketSlug)
  const trouble = useSessionState(({ draft }) =>
    draft.trouble?.kind === 'conflict' ? draft.trouble : undefined,
  )
  const first = trouble?.clashes[0]?.path
  const focusOnMount = useFocusOnMount()
  const isQuiet = useSessionState((state) => state.isQuiet)
  useFocusAfter(first)
  if (!trouble) return null
  const { clashes, choices, theirs } = trouble
  return (
    // The decision scrolls into view when it appears, unless the user is typing and did not ask to save.
    <section
      ref={isQuiet ? undefined : focusOnMount}
      tabIndex={-1}
      className={styles.conflict}
      aria-labelledby={id}
    >
      <h2 id={id} className={styles.title}>
        Changed by {whoElse(people, theirs.modified_by)} as well
      </h2>
      <p className={styles.text} role={isQuiet ? 'alert' : undefined}>
        {`The object was changed ${formatTimeAgo(theirs.modified_at)}. Choose what to keep, then save. Everything else is merged, and nothing is lost until you save.`}
      </p>
      {clashes.map((clash) => (
        <ClashView key={clash.path} clash={clash} choice={choices[clash.path]} />
      ))}
      <div className={styles.actions}>
        <CommandButton command={saveResolved} variant="primary" />
        <CommandButton command={keepMine}>Keep all mine</CommandButton>
        <CommandButton command={takeTheirs}>Take all theirs</CommandButton>
      </div>
    </section>
  )
}

/** Names the other person: “someone else” without a name, “you elsewhere” for the same user in another tab. */
function whoElse(people: People, id: string | null): string {
  const who = people.within(id)
  if (who === 'you') return 'you elsewhere'
  return id === null || who === '…' ? 'someone else' : who
}

/** Moves the focus to the field of a conflict after everything is settled. */
function useFocusAfter(path: string | undefined): void {
  const session = useSession()
  const focus = useService(Focus)
  // The focus belongs to the document.
  useEffect(() => {
    if (path === undefined) return undefined
    return () => {
      if (focus.isFree()) session.focus(path)
    }
  }, [session, focus, path])
}

function ClashView({ clash, choice }: { clash: Clash; choice: Choice | undefined }) {
  const { objectType } = useSession()
  const copy = useCopy()
  const mine = useSessionState(({ draft }) => getAt(draft.values, clash.path))
  const title = fieldTitle(objectType.metafields, clash.path)
  const args = { path: clash.path }
  const both = combine({ ...clash, mine }, objectType.metafields)
  return (
    <div role="group" aria-label={title} className={styles.clash}>
      <h3 className={styles.field}>{title}</h3>
      <div className={styles.versions}>
        <Version label="Before" value={clash.base} />
        <Version label="Mine" value={mine} isChosen={choice === 'mine'} />
        <Version label="Theirs" value={clash.theirs} isChosen={choice === 'theirs'} />
        {both === undefined ? null : (
          <Version label="Both" value={both} isChosen={choice === 'both'} />
        )}
      </div>
      <div className={styles.actions}>
        <CommandButton command={keepMine} args={args} />
        <CommandButton command={takeTheirs} args={args} />
        {both === undefined ? null : <CommandButton command={keepBoth} args={args} />}
        <Button
          variant="quiet"
          icon="copy"
          onPress={() => void copy(valueAsText(mine), `Your “${title}” is copied.`)}
        >
          Copy mine
        </Button>
      </div>
    </div>
  )
}

function Version({
  label,
  value,
  isChosen,
}: {
  label: string
  value: unknown
  isChosen?: boolean
}) {
  const text = valueAsText(value)
  return (
    <div className={styles.version} data-chosen={isChosen || undefined}>
      <span className={styles.label}>{isChosen ? `${label} – kept` : label}</span>
      <div className={styles.value}>{text || <span className={styles.label}>Empty</span>}</div>
    </div>
  )
}

/** Formats a field's value for reading and copying. */
function valueAsText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (isUnreadable(value)) return value['~typed']
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.join(', ')
  }
  return JSON.stringify(value, null, 2)
}
