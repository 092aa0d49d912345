import { countInWords } from '@typecase/content/noun'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Icon } from '@typecase/ui/icon'
import { PlainButton } from '@typecase/ui/plain-button'
import { useState } from 'react'

import { dayInWords, dayOf, type Entry } from '../days.ts'
import { objectRoute, releaseRoute } from '../routes.ts'
import styles from './calendar.module.css'

export const time = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const first = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })

interface DayCellProps {
  day: Date
  isToday: boolean
  /** Of the month before or after. */
  isOther: boolean
  entries: readonly Entry[]
  onDrop: (id: string) => void
  /** The panel beside the calendar is about it. */
  isShown: boolean
  onShow: () => void
  /** An arrow was pressed on its number: so many days on. */
  onStep: (days: number) => void
  bucketSlug: string
  isTabStop: (id: string) => boolean
}

/** One day with what happens on it; takes what is dragged to it. */
export function DayCell(props: DayCellProps) {
  const { day, isToday, isOther, isShown, entries, onDrop, onShow, onStep, bucketSlug } = props
  const [isTarget, setTarget] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only a place to drop on; keys move entries as well
    <li
      className={styles.day}
      aria-label={dayInWords(day)}
      aria-current={isToday ? 'date' : undefined}
      data-other={isOther || undefined}
      data-shown={isShown || undefined}
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
        aria-label={`Show ${dayInWords(day)}`}
        aria-pressed={isShown}
        data-day={dayOf(day)}
        excludeFromTabOrder={!isShown}
        onPress={onShow}
        onKeyDown={(event) => {
          const days = steps[event.key]
          if (days !== undefined && !event.shiftKey) onStep(days)
          else event.continuePropagation()
        }}
      >
        {day.getDate() === 1 ? first.format(day) : day.getDate()}
      </PlainButton>
      {entries.length > 0 ? (
        <ul className={styles.entries} aria-label={`On ${dayInWords(day)}`}>
          {entries.map((entry) => (
            <EntryRow
              key={entry.id}
              {...{ entry, bucketSlug }}
              isTabStop={props.isTabStop(entry.id)}
            />
          ))}
        </ul>
      ) : null}
    </li>
  )
}

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: 7,
  ArrowUp: -7,
}

interface EntryRowProps {
  entry: Entry
  bucketSlug: string
  isTabStop: boolean
}

export const looks = {
  publish: { verb: 'Publish', icon: 'arrow-up' },
  unpublish: { verb: 'Unpublish', icon: 'arrow-down' },
  release: { verb: 'Release', icon: 'box' },
} as const

function EntryRow({ entry, bucketSlug, isTabStop }: EntryRowProps) {
  const { href } = useService(Navigation)
  const { id, subjectID, title, action, at, locale, count } = entry
  const { verb, icon } = looks[action]
  const of = count === undefined ? '' : `, ${countInWords(count)}`
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
        aria-label={`${time.format(at)} ${verb} ${title}${locale === null ? '' : `, ${locale}`}${of}`}
        draggable
        onDragStart={(event) => event.dataTransfer.setData('text/plain', id)}
      >
        <Icon name={icon} size={12} />
        <span className={styles.time}>{time.format(at)}</span>
        {locale === null ? null : <code className={styles.code}>{locale}</code>}
        <span className={styles.title}>{title}</span>
        {count === undefined ? null : <span className={styles.entryCount}>{count}</span>}
      </a>
    </li>
  )
}
