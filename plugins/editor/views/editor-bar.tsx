import {
  clearSchedule,
  deleteObjects,
  duplicateObjects,
  publishObjects,
  schedulePublish,
  scheduleUnpublish,
  togglePreview,
  unpublishObjects,
} from '@typecase/content/commands'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { CommandMenuItem } from '@typecase/plugin-sdk/react/command-menu-item'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { Button } from '@typecase/ui/button'
import { Icon } from '@typecase/ui/icon'
import { Link } from '@typecase/ui/link'
import { Menu, MenuSeparator, MenuTrigger } from '@typecase/ui/menu'
import { StatusBadge } from '@typecase/ui/status-badge'
import { ToolRow } from '@typecase/ui/toolbar'
import { formatNumber } from '@typecase/ui/format'
import { useEffect, useRef } from 'react'

import { nextObject, previousObject } from '../commands/go.ts'
import { saveDraft } from '../commands/save.ts'
import { saveStateOf } from '../draft/save-state.ts'
import { fieldTitle } from '@typecase/content/object/server-problems'
import type { SessionState } from '../session/editor-session.ts'
import { useSession, useSessionState } from '../use-session.tsx'
import { useNeighbours } from './use-neighbours.tsx'
import styles from './editor.module.css'

/** Shows where the changes are, the position in the list, and the most frequent actions. */
export function EditorBar() {
  const bar = useRef<HTMLDivElement>(null)
  const isPublic = useSessionState(({ draft }) => draft.server?.main_object_status === 'published')
  // Sticky elements of the page stop below this bar, whose height changes when it wraps.
  useEffect(() => {
    const element = bar.current
    const page = element?.parentElement
    if (!page || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() =>
      page.style.setProperty('--sticky-top', `${element.offsetHeight}px`),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      page.style.removeProperty('--sticky-top')
    }
  }, [])
  return (
    <div ref={bar} className={styles.bar}>
      <SaveState />
      <Standing />
      <Position />
      <span className={styles.space} />
      <ToolRow>
        <CommandButton command={togglePreview} variant="quiet" isIconOnly />
        {isPublic ? (
          <span className={styles.wide}>
            <CommandButton command={unpublishObjects} variant="quiet" isPlain />
          </span>
        ) : null}
        <CommandButton command={saveDraft} isPlain />
        <CommandButton command={publishObjects} variant="primary" isPlain />
        <MenuTrigger>
          <Button variant="quiet" icon="ellipsis" aria-label="More actions" />
          <Menu aria-label="Actions" placement="bottom end">
            <CommandMenuItem command="editor.publish-and-next" />
            <CommandMenuItem command="editor.save-and-next" />
            {isPublic ? <CommandMenuItem command={unpublishObjects} /> : null}
            <CommandMenuItem command={schedulePublish} />
            <CommandMenuItem command={scheduleUnpublish} />
            <CommandMenuItem command={clearSchedule} />
            <CommandMenuItem command="editor.discard-changes" />
            <CommandMenuItem command="editor.toggle-autosave" />
            <MenuSeparator />
            <CommandMenuItem command="editor.focus-field" />
            <CommandMenuItem command="editor.copy-id" />
            <CommandMenuItem command={duplicateObjects} />
            <MenuSeparator />
            <CommandMenuItem command={deleteObjects} isDestructive />
          </Menu>
        </MenuTrigger>
      </ToolRow>
    </div>
  )
}

/** The part of the bar that remains in zen mode. */
export function ZenState() {
  return (
    <div className={styles.zenState}>
      <SaveState />
    </div>
  )
}

function SaveState() {
  const hasEnded = useFacts((facts) => facts['session.hasEnded'] ?? false)
  const { metafields } = useSession().objectType
  const stateOf = ({ draft, heldBack, ...state }: SessionState) =>
    saveStateOf(draft, {
      ...state,
      hasEnded,
      waitsFor: heldBack && fieldTitle(metafields, heldBack),
    })
  // Two strings rather than one object, so that typing renders this only when the words change.
  const text = useSessionState((state) => stateOf(state).text)
  const tone = useSessionState((state) => stateOf(state).tone)
  return (
    <div role="status" aria-label="Save state" className={styles.state}>
      {tone === 'good' ? <Icon name="check" size={14} /> : null}
      {tone === 'open' || tone === 'bad' ? (
        <StatusBadge status={tone === 'open' ? 'unsaved' : 'error'}>{text}</StatusBadge>
      ) : (
        text
      )}
    </div>
  )
}

/** Shows the status badges that plugins add. */
function Standing() {
  const object = useSessionState(({ draft }) => draft.server)
  return object ? <Slot name="editor.state" props={{ object }} isInline /> : null
}

/** Shows the object's position in its list, with a link back to the list. */
function Position() {
  const neighbours = useNeighbours()
  if (!neighbours) return null
  const { position, total, list } = neighbours
  return (
    <div className={styles.position}>
      <span>{`${formatNumber(position)} of ${formatNumber(total)}`}</span>
      <Link href={list.path} variant="quiet">
        {list.title}
      </Link>
      <CommandButton command={previousObject} variant="quiet" isIconOnly />
      <CommandButton command={nextObject} variant="quiet" isIconOnly />
    </div>
  )
}
