import { foldComposed } from '@typecase/content-query/composed'
import { announce } from '@typecase/ui/announcer'
import { Avatar } from '@typecase/ui/avatar'
import { isComposing } from '@typecase/ui/keyboard'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { formatCount } from '@typecase/ui/count'

import { mentionBefore } from '../text/parse-text.ts'
import styles from './comments.module.css'
import type { Member } from './use-members.ts'

/** Limit of suggested people. */
const MAX_SUGGESTIONS = 6

/**
 * Completes names after an @. The element stays a textbox, because multi-line text may have no other role. It still
 * names the active option, and the number of people is announced, since `aria-expanded` is not available.
 */
export function useMention(
  members: readonly Member[],
  text: string,
  setText: (text: string) => void,
  box: RefObject<HTMLTextAreaElement | null>,
) {
  const id = useId()
  const [open, setOpen] = useState<{ from: number; words: string }>()
  const [active, setActive] = useState(0)
  const words = foldComposed(open?.words ?? '')
  const offered = open
    ? members.filter(({ name }) => hasWord(name, words)).slice(0, MAX_SUGGESTIONS)
    : []
  const count = offered.length
  const optionID = (index: number) => `${id}-${index}`

  // Synchronises with screen readers.
  useEffect(() => {
    if (count > 0) announce(formatCount(count, 'person'))
  }, [count])

  function look(): void {
    const area = box.current
    const next = area ? mentionBefore(area.value, area.selectionStart) : undefined
    if (next?.from === open?.from && next?.words === open?.words) return
    setOpen(next)
    setActive(0)
  }

  function choose(member: Member | undefined): void {
    const area = box.current
    if (!member || !open || !area) return
    const end = open.from + open.words.length + 1
    const before = `${text.slice(0, open.from)}@${member.name} `
    setText(before + text.slice(end).replace(/^ /, ''))
    setOpen(undefined)
    // Waits until the text is rendered.
    requestAnimationFrame(() => area.setSelectionRange(before.length, before.length))
  }

  function onKeyDown(event: KeyboardEvent & { continuePropagation?: () => void }): void {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (count > 0 && isPlain && !isComposing(event)) {
      if (step !== undefined) {
        event.preventDefault()
        setActive((active + step + count) % count)
        return
      }
      if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault()
        choose(offered[active])
        return
      }
      if (event.key === 'Escape') {
        event.preventDefault()
        setOpen(undefined)
        return
      }
    }
    event.continuePropagation?.()
  }

  const list =
    count > 0 ? (
      <div role="listbox" id={id} aria-label="People" className={styles.people}>
        {offered.map((member, index) => (
          <div
            key={member.id}
            role="option"
            id={optionID(index)}
            tabIndex={-1}
            aria-selected={index === active}
            onPointerDown={(event) => {
              event.preventDefault()
              choose(member)
            }}
          >
            <Avatar name={member.name} src={member.picture} size={20} isDecorative />
            {member.name}
          </div>
        ))}
      </div>
    ) : null
  const isOpen = count > 0
  return {
    list,
    /** Props of the text area. */
    box: {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      ...(isOpen && { 'aria-controls': id, 'aria-activedescendant': optionID(active) }),
      onKeyDown,
      onKeyUp: look,
    } as const,
  }
}

const hasWord = (name: string, words: string): boolean =>
  ` ${foldComposed(name)}`.includes(` ${words}`)
