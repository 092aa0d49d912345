import { countInWords } from '@typecase/content/noun'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Icon } from '@typecase/ui/icon'
import { useState } from 'react'

import type { Entry } from '../days.ts'
import { objectRoute, releaseRoute } from '../routes.ts'
import styles from './calendar.module.css'

const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dayName = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' })
const first = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })

interface DayCellProps {
  day: Date
  isToday: boolean
  /** Of the month before or after. */
  isOther: boolean
  entries: readonly Entry[]
  onDrop: (id: string) => void
  bucketSlug: string
  isTabStop: (id: string) => boolean
}

/** One day with what happens on it; takes what is dragged to it. */
export function DayCell(props: DayCellProps) {
  const { day, isToday, isOther, entries, onDrop, bucketSlug, isTabStop } = props
  const [isTarget, setTarget] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only a place to drop on; keys move entries as well
    <li
      className={styles.day}
      aria-label={dayName.format(day)}
      aria-current={isToday ? 'date' : undefined}
      data-other={isOther || undefined}
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
      <span className={styles.number}>
        {day.getDate() === 1 ? first.format(day) : day.getDate()}
      </span>
      {entries.length > 0 ? (
        <ul className={styles.entries} aria-label={`On ${dayName.format(day)}`}>
          {entries.map((entry) => (
            <EntryRow key={entry.id} {...{ entry, bucketSlug }} isTabStop={isTabStop(entry.id)} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}

interface EntryRowProps {
  entry: Entry
  bucketSlug: string
  isTabStop: boolean
}

const looks = {
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
