import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { scope } from '@typecase/plugin-sdk/scope'
import { type } from 'arktype'

import { byCall } from './by-call.ts'
import { defaultScope, group, mayDo, scopeArgs, whyNoObjects } from './conditions.ts'

/** `at` is UNIX ms. */
export const scheduleArgs = () => type({ scope: scope(), at: 'number.integer > 0' })

const schedule = (
  id: `objects.${string}`,
  title: string,
  question: string,
  at: 'publish_at' | 'unpublish_at',
) =>
  defineCommand({
    id,
    title,
    keywords: ['plan', 'later', 'calendar', 'date'],
    group,
    icon: 'calendar-clock',
    when: mayDo('objects:publish'),
    why: whyNoObjects,
    effect: 'write',
    args: scheduleArgs,
    defaults: defaultScope,
    ask: {
      scope: { kind: 'scope', title: 'Objects' },
      at: { kind: 'date', title: question, as: 'ms', placeholder: 'tomorrow 9:00' },
    },
    ...byCall(async () => (await import('../calls/schedule.ts')).scheduleCall(at)),
  })

export const schedulePublish = schedule(
  'objects.schedule-publish',
  'Schedule publishing…',
  'Publish at',
  'publish_at',
)

export const scheduleUnpublish = schedule(
  'objects.schedule-unpublish',
  'Schedule unpublishing…',
  'Unpublish at',
  'unpublish_at',
)

export const clearSchedule = defineCommand({
  id: 'objects.clear-schedule',
  title: 'Clear schedule',
  keywords: ['cancel', 'unschedule', 'stop'],
  group,
  icon: 'ban',
  order: 75,
  when: mayDo('objects:publish'),
  why: whyNoObjects,
  effect: 'write',
  args: scopeArgs,
  defaults: defaultScope,
  ask: { scope: { kind: 'scope', title: 'Objects' } },
  ...byCall(() => import('../calls/clear-schedule.ts')),
})

export const scheduleCommands: readonly AnyCommand[] = [
  schedulePublish,
  scheduleUnpublish,
  clearSchedule,
]
