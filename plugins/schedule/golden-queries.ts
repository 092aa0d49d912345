import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = {
  'route.bucketSlug': 'archive',
  'route.id': 'schedule.calendar',
  'schedule.entry': 'publish a',
  can: new Set(['objects:publish']),
}

const onRelease = {
  ...facts,
  'route.id': 'schedule.release',
  'schedule.release': 'r',
  'schedule.released': 'a',
}
const onList = { ...facts, 'route.id': 'objects.list', 'selection.kind': 'object' }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'show later', expect: 'schedule.next', facts },
  { query: 'show earlier', expect: 'schedule.previous', facts },
  { query: 'show today', expect: 'schedule.today', facts },
  { query: 'show a day', expect: 'schedule.show-day', facts },
  { query: 'schedule on this day', expect: 'schedule.schedule-on-day', facts },
  { query: 'week or month', expect: 'schedule.toggle-view', facts },
  { query: 'reschedule', expect: 'schedule.move', facts },
  { query: 'move a day later', expect: 'schedule.day-later', facts },
  { query: 'move a day earlier', expect: 'schedule.day-earlier', facts },
  { query: 'move a week later', expect: 'schedule.week-later', facts },
  { query: 'move a week earlier', expect: 'schedule.week-earlier', facts },
  { query: 'unschedule', expect: 'schedule.clear', facts },
  { query: 'new release', expect: 'schedule.new-release', facts },
  { query: 'add to release', expect: 'schedule.add-to-release', facts: onList },
  { query: 'remove from release', expect: 'schedule.remove-from-release', facts: onRelease },
  { query: 'open release', expect: 'schedule.open-release', facts },
  { query: 'rename release', expect: 'schedule.rename-release', facts: onRelease },
  { query: 'schedule release', expect: 'schedule.schedule-release', facts: onRelease },
  { query: 'unschedule release', expect: 'schedule.unschedule-release', facts: onRelease },
  { query: 'publish release', expect: 'schedule.publish-release', facts: onRelease },
  { query: 'delete release', expect: 'schedule.delete-release', facts: onRelease },
]
