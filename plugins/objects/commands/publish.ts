import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { scope } from '@typecase/plugin-sdk/scope'
import { type } from 'arktype'

import {
  askScope,
  byCall,
  defaultScope,
  group,
  mayDo,
  scopeArgs,
  subject,
  whyNoObjects,
} from './object-command.ts'

const calls = () => import('../bulk/calls.ts')

export const publishArgs = () => type({ scope: scope(), 'all_versions?': 'boolean' })

export const publish = defineCommand({
  id: 'objects.publish',
  title: 'Publish',
  aliases: ['Make live', 'Go live', 'Put online'],
  keywords: ['release', 'public', 'live'],
  group,
  icon: 'send',
  order: 10,
  when: mayDo('objects:publish'),
  subject,
  why: whyNoObjects,
  effect: 'write',
  args: publishArgs,
  defaults: defaultScope,
  ask: { scope: askScope },
  call: async () => (await calls()).publishCall,
  load: async () => (await import('./publish-runs.ts')).publish,
})

export const publishLocales = defineCommand({
  ...publish,
  id: 'objects.publish-all-locales',
  title: 'Publish in all locales',
  order: 55,
  keywords: ['translations', 'versions'],
  defaults: (facts) => ({ ...defaultScope(facts), all_versions: true }),
})

export const unpublish = defineCommand({
  id: 'objects.unpublish',
  title: 'Unpublish',
  aliases: ['Take offline', 'Make private'],
  keywords: ['hide', 'withdraw', 'draft'],
  group,
  icon: 'eye-off',
  when: mayDo('objects:publish'),
  subject,
  why: whyNoObjects,
  effect: 'write',
  args: publishArgs,
  defaults: defaultScope,
  ask: { scope: askScope },
  ...byCall(async () => (await calls()).unpublishCall),
})

export const unpublishLocales = defineCommand({
  ...unpublish,
  id: 'objects.unpublish-all-locales',
  title: 'Unpublish in all locales',
  order: 65,
  keywords: ['translations', 'versions'],
  defaults: (facts) => ({ ...defaultScope(facts), all_versions: true }),
})

/** `at` is a UNIX time in ms. */
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
    subject,
    why: whyNoObjects,
    effect: 'write',
    args: scheduleArgs,
    defaults: defaultScope,
    ask: {
      scope: askScope,
      at: { kind: 'date', title: question, as: 'ms', placeholder: 'tomorrow 9:00' },
    },
    ...byCall(async () => (await calls()).scheduleCall(at)),
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
  subject,
  why: whyNoObjects,
  effect: 'write',
  args: scopeArgs,
  defaults: defaultScope,
  ask: { scope: askScope },
  ...byCall(async () => (await calls()).clearScheduleCall),
})

export const markReviewed = defineCommand({
  id: 'objects.mark-reviewed',
  title: 'Mark as reviewed',
  aliases: ['Mark as seen', 'Accept what an assistant wrote'],
  keywords: ['ai', 'assistant', 'approve', 'read', 'checked'],
  group,
  icon: 'check',
  order: 76,
  when: mayDo('objects:write'),
  subject,
  why: whyNoObjects,
  effect: 'write',
  args: scopeArgs,
  defaults: defaultScope,
  ask: { scope: askScope },
  ...byCall(async () => (await calls()).reviewCall),
})

export const publishCommands: readonly AnyCommand[] = [
  publish,
  publishLocales,
  unpublish,
  unpublishLocales,
  schedulePublish,
  scheduleUnpublish,
  clearSchedule,
  markReviewed,
]
