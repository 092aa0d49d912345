import { objectRoute, objectsRoute } from '@typecase/content/routes'
import { listObjects } from '@typecase/contract/objects'
import { QueryView } from '@typecase/content/react/query-view'
import { formatCount } from '@typecase/ui/count'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Icon } from '@typecase/ui/icon'
import { Link } from '@typecase/ui/link'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { Inspector, InspectorSection, LineItem } from '@typecase/ui/split-layout'
import { StatusBadge } from '@typecase/ui/status-badge'
import { useQuery } from '@tanstack/react-query'
import { formatDay, formatNumber, formatTime, timeZone } from '@typecase/ui/format'

import {
  clearEntry,
  draftsQuery,
  draftsWithoutDate,
  moveEntry,
  scheduleOnDay,
} from '../commands/schedule.ts'
import { describeDistance, type Entry } from '../calendar/days.ts'
import { checkQuery, releaseQuery } from '../record.ts'
import { releaseRoute } from '../routes.ts'
import { looks } from './day-cell.tsx'
import styles from './day-panel.module.css'

/** Limit of objects of a release, and of drafts, in the panel. */
const MAX_OBJECTS = 5

interface DayPanelProps {
  day: Date
  now: Date
  entries: readonly Entry[]
  /** Id of the entry that has the focus, or had it last. */
  currentID: string | undefined
  bucketSlug: string
}

/** A day of the calendar: its entries, the problems of releases, and drafts that could be scheduled for it. */
export function DayPanel({ day, now, entries, currentID, bucketSlug }: DayPanelProps) {
  const objects = entries.reduce((sum, { count = 1 }) => sum + count, 0)
  const actions = formatCount(entries.length, 'action')
  return (
    <Inspector aria-label="Day">
      <header>
        <h2 className={styles.day}>{formatDay(day)}</h2>
        <p role="status" className={styles.note}>
          {describeDistance(day, now)}:{' '}
          {entries.length === 0
            ? 'nothing scheduled'
            : `${actions} on ${formatCount(objects, 'object')}`}
        </p>
        <p className={styles.note}>Times in {timeZone()}</p>
      </header>
      {entries.length > 0 ? (
        <ol className={styles.entries} aria-label="Actions of the day">
          {entries.map((entry) => (
            <DayEntry
              key={entry.id}
              isCurrent={entry.id === currentID}
              {...{ entry, bucketSlug }}
            />
          ))}
        </ol>
      ) : null}
      <div>
        <CommandButton command={scheduleOnDay} />
      </div>
      <Drafts bucketSlug={bucketSlug} />
    </Inspector>
  )
}

interface DayEntryProps {
  entry: Entry
  isCurrent: boolean
  bucketSlug: string
}

function DayEntry({ entry, isCurrent, bucketSlug }: DayEntryProps) {
  const { href } = useService(Navigation)
  const { subjectID, title, action, at, locale, count = 0 } = entry
  const { verb, icon } = looks[action]
  const to =
    action === 'release'
      ? href(releaseRoute, { params: { bucketSlug, releaseID: subjectID } })
      : href(objectRoute, { params: { bucketSlug, objectID: subjectID } })
  return (
    <li className={styles.entry} aria-current={isCurrent || undefined}>
      <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
      <div className={styles.about}>
        <span className={styles.title}>
          <Link href={to} variant="quiet">
            {title || 'Untitled'}
          </Link>
          {locale === null ? null : <code className={styles.locale}>{locale}</code>}
        </span>
        <span className={styles.action} data-action={action}>
          <Icon name={icon} size={12} />
          {action === 'release'
            ? `Release of ${formatCount(count, 'object')}, all or nothing`
            : verb}
        </span>
        {action === 'release' && count > 0 ? (
          <ReleaseObjects {...{ bucketSlug, count }} releaseID={subjectID} />
        ) : null}
        {isCurrent ? (
          <span className={styles.actions}>
            <CommandButton command={moveEntry} variant="quiet" isPlain>
              Move…
            </CommandButton>
            <CommandButton command={clearEntry} variant="quiet" isPlain>
              Unschedule
            </CommandButton>
          </span>
        ) : null}
      </div>
    </li>
  )
}

interface ReleaseObjectsProps {
  releaseID: string
  count: number
  bucketSlug: string
}

/** Some objects of a release. Those that prevent its publication come first, with the reasons. */
function ReleaseObjects({ releaseID, count, bucketSlug }: ReleaseObjectsProps) {
  const services = useServices()
  const { href } = useService(Navigation)
  const { data, error } = useQuery(releaseQuery(services, bucketSlug, releaseID))
  const isPublished = data?.release.state === 'published'
  const { data: check } = useQuery({
    ...checkQuery(services, bucketSlug, releaseID),
    enabled: data !== undefined && !isPublished,
  })
  if (error) return <p className={styles.note}>Its objects could not be loaded. {error.message}</p>
  if (!data) return <SkeletonLines label="objects of the release" count={2} />
  const problems = check?.problems ?? []
  const blockedIds = new Set(problems.map(({ object_id }) => object_id))
  const rows = [
    ...problems,
    ...data.objects
      .filter(({ object_id }) => !blockedIds.has(object_id))
      .map((object) => ({ ...object, reason: undefined })),
  ].slice(0, MAX_OBJECTS)
  const more = count - rows.length
  return (
    <ul className={styles.objects} aria-label="Objects of the release">
      {rows.map(({ object_id: objectID, title, reason }) => (
        <li key={objectID}>
          <Link href={href(objectRoute, { params: { bucketSlug, objectID } })} variant="quiet">
            {title || 'Untitled'}
          </Link>
          {reason === undefined ? null : (
            <StatusBadge status="error">{`${reason} The release will not go live.`}</StatusBadge>
          )}
        </li>
      ))}
      {more > 0 ? (
        <li>
          <Link href={href(releaseRoute, { params: { bucketSlug, releaseID } })} variant="quiet">
            {`${formatNumber(more)} more`}
          </Link>
        </li>
      ) : null}
    </ul>
  )
}

/** Drafts without a date. A draft dropped on a day is scheduled for nine o'clock. */
function Drafts({ bucketSlug }: { bucketSlug: string }) {
  const { href } = useService(Navigation)
  const query = draftsQuery(bucketSlug, MAX_OBJECTS)
  const drafts = useApiQuery(listObjects, { query })
  const { data } = drafts
  const all = href(objectsRoute, {
    params: { bucketSlug },
    search: { query: draftsWithoutDate },
  })
  return (
    <InspectorSection
      title="Drafts without a date"
      detail={data && data.total > 0 ? formatNumber(data.total) : undefined}
    >
      <QueryView
        isSmall
        query={drafts}
        what="drafts"
        loading={<SkeletonLines label="drafts" count={3} />}
      >
        {(data) =>
          data.total === 0 ? (
            <p className={styles.note}>Every draft has a date.</p>
          ) : (
            <>
              {data.objects.map(({ object: { id: objectID, title, locale } }) => (
                <LineItem key={objectID} detail={locale}>
                  <a
                    href={href(objectRoute, { params: { bucketSlug, objectID } })}
                    className={styles.draft}
                    draggable
                    onDragStart={(event) =>
                      event.dataTransfer.setData('text/plain', `draft ${objectID}`)
                    }
                  >
                    {title || 'Untitled'}
                  </a>
                </LineItem>
              ))}
              {data.total > data.objects.length ? (
                <LineItem>
                  <Link href={all} variant="quiet">
                    All drafts without a date
                  </Link>
                </LineItem>
              ) : null}
            </>
          )
        }
      </QueryView>
    </InspectorSection>
  )
}
