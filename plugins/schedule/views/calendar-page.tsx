import { objectRoute } from '@typecase/content/routes'
import { type CmsObject, listObjects } from '@typecase/contract/objects'
import type { Release } from '@typecase/contract/releases'
import { OpenButton, Peek, usePeek } from '@typecase/content/react/peek'
import { PerspectiveNote } from '@typecase/content/react/perspective'
import { hasFailed, QueryFailure } from '@typecase/content/react/query-view'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { Focus } from '@typecase/plugin-sdk/focus'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands, Navigation } from '@typecase/plugin-sdk/services'
import { PageHeader } from '@typecase/ui/page'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { SplitLayout } from '@typecase/ui/split-layout'
import { VisuallyHidden } from '@typecase/ui/visually-hidden'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatDay, formatMonth, formatNumber, formatWeekday } from '@typecase/ui/format'

import { newRelease } from '../commands/releases.ts'
import {
  moveEntry,
  scheduleOnDay,
  showEarlier,
  showLater,
  showToday,
} from '../commands/schedule.ts'
import {
  dateOf,
  dayOf,
  daysLater,
  visibleDays,
  type Entry,
  onDay,
  shiftDay,
  type View,
  weeksOf,
} from '../calendar/days.ts'
import { releasesQuery } from '../record.ts'
import { calendarPage, calendarRoute } from '../routes.ts'
import styles from './calendar.module.css'
import { DayCell } from './day-cell.tsx'
import { DayPanel } from './day-panel.tsx'

/** Limit of objects in one response. */
const MAX_OBJECTS = 1000

/** The schedule, by month or week. */
export default function CalendarPage() {
  const { bucketSlug } = useRouteParams(calendarRoute)
  const { view = 'month', day } = useRouteSearch(calendarRoute)
  const { go } = useService(Navigation)
  const commands = useService(Commands)
  const [now] = useState(() => new Date())
  const date = dateOf(day, now)
  const days = visibleDays(date, view)
  const scheduled = useScheduled(bucketSlug, days)
  const releases = useQuery(releasesQuery(useServices(), bucketSlug))
  const { data } = scheduled
  const objects = data?.objects.map(({ object }) => object) ?? []
  const entries = entriesOf(objects, releases.data?.releases ?? [], days)
  // The panel shows the chosen day or the day of the focused entry, whichever changed last.
  const [isDayChosen, setDayChosen] = useState(false)
  const { list, isTabStop, currentID } = useListKeys(
    entries.map(({ id }) => id),
    { creates: newRelease.id },
  )
  const current = entries.find(({ id }) => id === currentID)

  const focus = useService(Focus)
  const { id: movedID, at: movedTo } = current ?? {}
  // An entry that moves to another day is rendered as another element, which has to be focused.
  useEffect(() => {
    if (movedID === undefined || !focus.isFree()) return
    focus.moveTo(document.querySelector(`[data-row="${CSS.escape(movedID)}"]`))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another time is another day
  }, [focus, movedID, movedTo])

  const isAtEntry = current !== undefined && !isDayChosen
  const visibleDay = isAtEntry ? new Date(current.at) : date
  const visibleDayKey = dayOf(visibleDay)
  // If the focus is in the calendar, it moves to the day that is shown next, which may be in another month.
  const focusesDay = useRef<string>(undefined)
  useEffect(() => {
    if (focusesDay.current !== visibleDayKey) return
    focusesDay.current = undefined
    focus.moveTo(document.querySelector(`[data-day="${visibleDayKey}"]`))
  }, [focus, visibleDayKey])

  function goTo(day: Date, as: View) {
    const search = { view: as, day: dayOf(day) }
    void go(calendarRoute, { params: { bucketSlug }, search, isReplace: true })
  }
  function show(next: Date) {
    const isInCalendar = document.activeElement?.closest('[data-calendar]')
    focusesDay.current = isInCalendar && dayOf(next) !== visibleDayKey ? dayOf(next) : undefined
    setDayChosen(true)
    goTo(next, view)
  }
  /** Changes the view; the day on screen and the focus stay. */
  const showAs = (as: View) => goTo(visibleDay, as)
  usePageHandle(calendarPage, {
    view,
    entry: current,
    find: (id) => entries.find((entry) => entry.id === id),
    day: visibleDay,
    showDay: show,
    turn: (by) => show(shiftDay(date, view, by)),
    today: () => show(now),
    show: showAs,
  })
  useProvideFacts(current ? { 'schedule.entry': current.id } : {})
  const peek = usePeek({
    bucketSlug,
    ids: entries.filter(isOfObject).map(({ subjectID }) => subjectID),
    currentID: current && isOfObject(current) ? current.subjectID : undefined,
    row: () => document.querySelector(`[data-row="${CSS.escape(currentID ?? '')}"]`),
  })
  const { objectID: peekedID } = peek

  function drop(id: string, to: Date) {
    const [, draft] = /^draft (.+)$/.exec(id) ?? []
    if (draft !== undefined) {
      const args = { object: draft, day: dayOf(to), time: '09:00' }
      void commands.run(refTo(scheduleOnDay, args), { source: 'button' })
      return
    }
    const entry = entries.find((one) => one.id === id)
    if (!entry || dayOf(new Date(entry.at)) === dayOf(to)) return
    void commands.run(refTo(moveEntry, { entry: id, at: onDay(entry.at, to) }), {
      source: 'button',
    })
  }

  const failed = [scheduled, releases].find(hasFailed)
  if (failed) return <QueryFailure isPage query={failed} what="schedule" />
  return (
    <SplitLayout
      narrow={peekedID === undefined ? 'below' : 'sheet'}
      inspector={
        peekedID !== undefined ? (
          <Peek peek={peek}>
            <OpenButton
              onPress={() => void go(objectRoute, { params: { bucketSlug, objectID: peekedID } })}
            />
          </Peek>
        ) : (
          <DayPanel
            day={visibleDay}
            now={now}
            entries={entries.filter(({ at }) => dayOf(new Date(at)) === visibleDayKey)}
            currentID={currentID}
            {...{ bucketSlug }}
          />
        )
      }
    >
      <PerspectiveNote bucketSlug={bucketSlug} />
      <div className={styles.page}>
        <PageHeader title={formatMonth(date)} detail={entries.length || undefined}>
          <CommandButton command={showEarlier} isIconOnly />
          <CommandButton command={showToday} isPlain>
            Today
          </CommandButton>
          <CommandButton command={showLater} isIconOnly />
          <CommandButton command={newRelease} />
          <SegmentedControl
            aria-label="View"
            segments={[
              { id: 'month', label: 'Month' },
              { id: 'week', label: 'Week' },
            ]}
            value={view}
            onChange={showAs}
          />
        </PageHeader>
        <p role="status" className={styles.note}>
          {/* Announces the month or week after each change, regardless of the key. */}
          <VisuallyHidden elementType="span">{`${titleOf(days, date, view)}. `}</VisuallyHidden>
          {describeScheduled(entries.length, data?.total ?? 0)}
        </p>
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the days and entries inside have the focus */}
        <div
          {...list}
          onFocus={(event) => {
            // The button of a day is not an entry.
            if (event.target.closest('[data-day]')) return
            setDayChosen(false)
            list.onFocus(event)
          }}
          className={styles.calendar}
          role="grid"
          aria-label="Calendar"
          data-calendar
        >
          <div role="row" className={styles.weekdays}>
            {days.slice(0, 7).map((one) => (
              <span key={one.getTime()} role="columnheader">
                {formatWeekday(one)}
              </span>
            ))}
          </div>
          <div role="rowgroup" className={styles.days} data-view={view}>
            {weeksOf(days).map((week) => (
              <div key={week[0]?.getTime()} role="row" className={styles.week}>
                {week.map((one) => (
                  <DayCell
                    key={one.getTime()}
                    day={one}
                    isToday={dayOf(one) === dayOf(now)}
                    isOther={view === 'month' && one.getMonth() !== date.getMonth()}
                    entries={entries.filter(({ at }) => dayOf(new Date(at)) === dayOf(one))}
                    onDrop={(id) => drop(id, one)}
                    isVisible={dayOf(one) === visibleDayKey}
                    onShow={() => show(one)}
                    onMove={show}
                    isTabStop={!isAtEntry && dayOf(one) === visibleDayKey}
                    isEntryTabStop={(id) => isAtEntry && isTabStop(id)}
                    {...{ bucketSlug }}
                  />
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
    </SplitLayout>
  )
}

const isOfObject = ({ action }: Entry): boolean => action !== 'release'

/** Returns the title of the days on screen: `December 2026`, or `Week of Monday 7 December`. */
function titleOf([first]: readonly Date[], date: Date, view: View): string {
  return view === 'week' && first ? `Week of ${formatDay(first)}` : formatMonth(date)
}

function describeScheduled(count: number, total: number): string {
  if (total > MAX_OBJECTS)
    return `The first ${formatNumber(MAX_OBJECTS)} of ${formatNumber(total)} objects`
  if (count === 0)
    return 'Nothing scheduled here. Schedule an object in its editor, or many in a list.'
  return `${formatNumber(count)} scheduled`
}

function useScheduled(slug: string, days: readonly Date[]) {
  const [first, last] = [days[0], days.at(-1)]
  const range = {
    $gte: first?.getTime() ?? 0,
    $lt: last ? daysLater(last, 1).getTime() : 0,
  }
  const query = {
    slug,
    query: JSON.stringify({ $or: [{ publish_at: range }, { unpublish_at: range }] }),
    props: 'id,title,locale,publish_at,unpublish_at',
    sort: 'publish_at',
    limit: MAX_OBJECTS,
  }
  return useApiQuery(listObjects, { query }, { placeholderData: keepPreviousData })
}

/** Returns the scheduled actions on the days on screen, in order. */
function entriesOf(
  objects: readonly CmsObject[],
  releases: readonly Release[],
  days: readonly Date[],
): Entry[] {
  const visibleDays = new Set(days.map(dayOf))
  const entries = [
    ...objects.flatMap(({ id: subjectID, title, locale, ...object }) =>
      (['publish', 'unpublish'] as const).flatMap((action): Entry[] => {
        const at = object[`${action}_at`]
        return at === null
          ? []
          : [{ id: `${action} ${subjectID}`, subjectID, title, locale, action, at }]
      }),
    ),
    ...releases.flatMap(({ id: subjectID, title, publish_at: at, count }): Entry[] => {
      const action = 'release'
      if (at === null) return []
      return [{ id: `${action} ${subjectID}`, subjectID, title, locale: null, action, at, count }]
    }),
  ].filter(({ at }) => visibleDays.has(dayOf(new Date(at))))
  return entries.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
}
