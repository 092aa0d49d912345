import { objectRoute } from '@typecase/content/routes'
import { formatCount } from '@typecase/ui/count'
import { Focus } from '@typecase/plugin-sdk/focus'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Icon } from '@typecase/ui/icon'
import { isComposing } from '@typecase/ui/keyboard'
import { PlainButton } from '@typecase/ui/plain-button'
import { type KeyboardEvent, useState } from 'react'
import { formatDay, formatShortDate, formatTime } from '@typecase/ui/format'

import { dayOf, type Entry, targetDay } from '../calendar/days.ts'
import { releaseRoute } from '../routes.ts'
import styles from './calendar.module.css'

interface DayCellProps {
  day: Date
  isToday: boolean
  /** Whether the day belongs to the previous or next month. */
  isOther: boolean
  entries: readonly Entry[]
  onDrop: (id: string) => void
  /** Whether the panel next to the calendar shows this day. */
  isVisible: boolean
  onShow: () => void
  /** Called when a key moves the focus to another day. */
  onMove: (to: Date) => void
  bucketSlug: string
  /** Whether Tab stops at the number of the day, or at one of its entries. The calendar is a single tab stop. */
  isTabStop: boolean
  isEntryTabStop: (id: string) => boolean
}

/** A day with its entries. Entries can be dropped on it. */
export function DayCell(props: DayCellProps) {
  const { day, isToday, isOther, isVisible, entries, onDrop, onShow, onMove, bucketSlug } = props
  const focus = useService(Focus)
  const [isTarget, setTarget] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its button has the focus
    <div
      role="gridcell"
      className={styles.day}
      aria-label={formatDay(day)}
      aria-selected={isVisible}
      aria-current={isToday ? 'date' : undefined}
      data-other={isOther || undefined}
      data-shown={isVisible || undefined}
      data-target={isTarget || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        event.preventDefault()
        setTarget(false)
        onDrop(event.dataTransfer.getData('text/plain'))
      }}
    >
      <PlainButton
        className={styles.number}
        aria-label={`Show ${formatDay(day)}`}
        aria-pressed={isVisible}
        data-day={dayOf(day)}
        excludeFromTabOrder={!props.isTabStop}
        onPress={({ pointerType, target }) => {
          // Focusing a day shows it already, so Enter moves on to its entries.
          const isByKey = pointerType === 'keyboard'
          const entry = isByKey && target.closest('[role="gridcell"]')?.querySelector('[data-row]')
          if (!entry || !focus.moveTo(entry)) onShow()
        }}
        onKeyDown={(event) => {
          const to = isPlain(event) ? targetDay(event.key, day) : undefined
          if (!to) return event.continuePropagation()
          event.preventDefault()
          onMove(to)
        }}
      >
        {day.getDate() === 1 ? formatShortDate(day, day) : day.getDate()}
      </PlainButton>
      {entries.length > 0 ? (
        <ul className={styles.entries} aria-label={`On ${formatDay(day)}`}>
          {entries.map((entry) => (
            <EntryRow
              key={entry.id}
              {...{ entry, bucketSlug }}
              isTabStop={props.isEntryTabStop(entry.id)}
              onKeyDown={(event) => {
                // Other arrow keys move between the entries.
                const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
                const to = isSideways && isPlain(event) && targetDay(event.key, day)
                if (!to) return
                event.preventDefault()
                onMove(to)
              }}
            />
          ))}
        </ul>
      ) : null}
    </div>
  )
}

type Press = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'nativeEvent'>

const isPlain = (press: Press): boolean =>
  !press.altKey && !press.ctrlKey && !press.metaKey && !press.shiftKey && !isComposing(press)

interface EntryRowProps {
  entry: Entry
  bucketSlug: string
  isTabStop: boolean
  onKeyDown: (event: KeyboardEvent) => void
}

export const looks = {
  publish: { verb: 'Publish', icon: 'arrow-up' },
  unpublish: { verb: 'Unpublish', icon: 'arrow-down' },
  release: { verb: 'Release', icon: 'box' },
} as const

function EntryRow({ entry, bucketSlug, isTabStop, onKeyDown }: EntryRowProps) {
  const { href } = useService(Navigation)
  const { id, subjectID, title, action, at, locale, count } = entry
  const { verb, icon } = looks[action]
  const of = count === undefined ? '' : `, ${formatCount(count, 'object')}`
  return (
    <li>
      <a
        className={styles.entry}
        data-row={id}
        data-action={action}
        href={
          action === 'release'
            ? href(releaseRoute, { params: { bucketSlug, releaseID: subjectID } })
            : href(objectRoute, { params: { bucketSlug, objectID: subjectID } })
        }
        tabIndex={isTabStop ? 0 : -1}
        onKeyDown={onKeyDown}
        aria-label={`${formatTime(at)} ${verb} ${title}${locale === null ? '' : `, ${locale}`}${of}`}
        draggable
        onDragStart={(event) => event.dataTransfer.setData('text/plain', id)}
      >
        <Icon name={icon} size={12} />
        <span className={styles.time}>{formatTime(at)}</span>
        {locale === null ? null : <code className={styles.code}>{locale}</code>}
        <span className={styles.title}>{title}</span>
        {count === undefined ? null : <span className={styles.entryCount}>{count}</span>}
      </a>
    </li>
  )
}
