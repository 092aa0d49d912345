import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = {
  'route.bucketSlug': 'archive',
  'route.id': 'schedule.calendar',
  'schedule.entry': 'publish a',
  can: new Set(['objects:publish']),
}

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'show later', expect: 'schedule.next', facts },
  { query: 'show earlier', expect: 'schedule.previous', facts },
  { query: 'show today', expect: 'schedule.today', facts },
  { query: 'week or month', expect: 'schedule.toggle-view', facts },
  { query: 'reschedule', expect: 'schedule.move', facts },
  { query: 'move a day later', expect: 'schedule.day-later', facts },
  { query: 'move a day earlier', expect: 'schedule.day-earlier', facts },
  { query: 'move a week later', expect: 'schedule.week-later', facts },
  { query: 'move a week earlier', expect: 'schedule.week-earlier', facts },
  { query: 'unschedule', expect: 'schedule.clear', facts },
]
