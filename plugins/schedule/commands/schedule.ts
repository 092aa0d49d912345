import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { listObjects } from '@typecase/contract/objects'
import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'
import { and, can, eq, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { dateOf } from '../calendar/days.ts'
import { calendarPage, calendarRoute } from '../routes.ts'

const group = 'Schedule'
const onCalendar = eq('route.id', calendarRoute.id)
const onEntry = and(onCalendar, has('schedule.entry'), can('objects:publish'))
const whyNotHere = () => 'Open the schedule first.'
const runs = () => import('./schedule-runs.ts')

const turning = (name: 'next' | 'previous', by: 1 | -1) =>
  defineCommand({
    id: `schedule.${name}`,
    title: name === 'next' ? 'Show next month or week' : 'Show previous month or week',
    aliases: [name === 'next' ? 'Show later' : 'Show earlier'],
    keywords: ['calendar', 'turn'],
    group,
    icon: name === 'next' ? 'chevron-right' : 'chevron-left',
    when: onCalendar,
    why: whyNotHere,
    effect: 'none',
    runNow: (_args, { page }) => page(calendarPage)?.turn(by),
  })

export const showLater = turning('next', 1)
export const showEarlier = turning('previous', -1)

export const showToday = defineCommand({
  id: 'schedule.today',
  title: 'Show today',
  keywords: ['calendar', 'now'],
  group,
  icon: 'calendar',
  when: onCalendar,
  why: whyNotHere,
  effect: 'none',
  runNow: (_args, { page }) => page(calendarPage)?.today(),
})

export const dayArgs = () => type({ day: /^\d{4}-\d{2}-\d{2}$/ })

export const showDay = defineCommand({
  id: 'schedule.show-day',
  title: 'Show a day…',
  aliases: ['Go to a day'],
  keywords: ['next week', 'calendar', 'date', 'jump'],
  group,
  icon: 'calendar',
  when: onCalendar,
  why: whyNotHere,
  effect: 'none',
  args: dayArgs,
  ask: { day: { kind: 'date', title: 'Which day', as: 'day', placeholder: 'next friday' } },
  runNow({ day }, { page }) {
    page(calendarPage)?.showDay(dateOf(day, new Date()))
  },
})

export const toggleView = defineCommand({
  id: 'schedule.toggle-view',
  title: 'Show by week or month',
  keywords: ['calendar', 'view'],
  group,
  icon: 'columns-3',
  when: onCalendar,
  why: whyNotHere,
  effect: 'none',
  runNow(_args, { page }) {
    const calendar = page(calendarPage)
    calendar?.show(calendar.view === 'month' ? 'week' : 'month')
  },
})

/** `entry` is the entry to move; by default the focused one. */
export const moveArgs = () => type({ at: 'number.integer > 0', 'entry?': 'string' })

export const moveEntry = defineCommand({
  id: 'schedule.move',
  title: 'Move to another time…',
  aliases: ['Reschedule'],
  keywords: ['calendar', 'date', 'day', 'plan', 'change'],
  group,
  icon: 'calendar-clock',
  when: onEntry,
  why: whyNotHere,
  effect: 'write',
  args: moveArgs,
  ask: { at: { kind: 'date', title: 'When', as: 'ms', placeholder: 'tomorrow 9:00' } },
  load: async () => (await runs()).moveEntry,
})

/** Limit of drafts in the picker. */
const DRAFT_COUNT = 30
export const draftsWithoutDate = { status: 'draft', publish_at: null }

/** Returns the query for drafts without a date, last changed first, optionally filtered by words of the title. */
export function draftsQuery(slug: string, limit: number, words = '') {
  const $regex = words.trim().replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const title = $regex === '' ? {} : { title: { $regex, $options: 'i' } }
  return {
    slug,
    query: JSON.stringify({ ...draftsWithoutDate, ...title }),
    props: 'id,title,type,locale,status',
    sort: '-modified_at',
    limit,
  }
}

const askDraft: AskPicker = {
  kind: 'picker',
  title: 'Which draft',
  async search(words, { services, facts, signal }) {
    const query = draftsQuery(bucketSlugOf(facts), DRAFT_COUNT, words)
    const { objects } = await services.get(Api).call(listObjects, { query }, { signal })
    return objects.map(({ object: { id, title, type: slug, locale } }) => ({
      id,
      value: id,
      label: title || 'Untitled',
      subtitle: [slug, locale].filter(Boolean).join(' · '),
      icon: 'file-text',
    }))
  },
}

/** `day` defaults to the day in the panel next to the calendar. */
export const onDayArgs = () => type({ object: 'string', time: 'string', 'day?': 'string' })

export const scheduleOnDay = defineCommand({
  id: 'schedule.schedule-on-day',
  title: 'Schedule on this day…',
  aliases: ['Publish on this day'],
  keywords: ['calendar', 'draft', 'plan', 'add'],
  group,
  icon: 'plus',
  when: and(onCalendar, can('objects:publish')),
  why: whyNotHere,
  effect: 'write',
  args: onDayArgs,
  ask: {
    object: askDraft,
    time: {
      kind: 'text',
      title: 'At what time',
      placeholder: '9:30',
      initial: async () => '09:00',
    },
  },
  load: async () => (await runs()).scheduleOnDay,
})

const moving = (name: string, title: string, days: number) =>
  defineCommand({
    id: `schedule.${name}`,
    title,
    keywords: ['calendar', 'date', 'plan', 'reschedule', 'move'],
    group,
    icon: 'calendar-clock',
    when: onEntry,
    why: whyNotHere,
    effect: 'write',
    load: async () => (await runs()).moveBy(days),
  })

export const clearEntry = defineCommand({
  id: 'schedule.clear',
  title: 'Take off the schedule',
  aliases: ['Unschedule'],
  keywords: ['calendar', 'cancel', 'plan', 'remove'],
  group,
  icon: 'ban',
  when: onEntry,
  why: whyNotHere,
  effect: 'write',
  load: async () => (await runs()).clearEntry,
})

export const scheduleCommands: readonly AnyCommand[] = [
  showLater,
  showEarlier,
  showToday,
  showDay,
  toggleView,
  scheduleOnDay,
  moveEntry,
  moving('day-later', 'Move a day later', 1),
  moving('day-earlier', 'Move a day earlier', -1),
  moving('week-later', 'Move a week later', 7),
  moving('week-earlier', 'Move a week earlier', -7),
  clearEntry,
]
