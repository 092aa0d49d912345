import { defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'
import { formatCount } from '@typecase/ui/count'

/** Days to choose from; 0 keeps all revisions. */
const offered = [0, 7, 30, 90, 180, 365]

const describeAge = (days: number) =>
  days === 0 ? 'Never: keep every revision' : `After ${formatCount(days, 'day')}`

/** Returns the choices. @param now the bucket's setting, which another client may have set to any value */
export const thinChoices = (now: number | null = null) =>
  [...new Set([...offered, now ?? 0])]
    .sort((a, b) => a - b)
    .map((value) => ({ value, label: describeAge(value) }))

export const thinArgs = () => type({ bucket: 'string', days: '0 <= number.integer <= 36500' })

export const thinAfter = defineCommand({
  id: 'revisions.thin-after',
  title: 'Thin old revisions after…',
  aliases: ['Keep fewer revisions', 'Keep every revision'],
  keywords: ['history', 'delete', 'storage', 'days', 'bucket settings'],
  group: 'Revisions',
  icon: 'history',
  when: and(has('route.bucketSlug'), can('bucket:settings')),
  effect: 'write',
  args: thinArgs,
  defaults: (facts) => ({ bucket: facts['route.bucketSlug'] }),
  ask: { days: { kind: 'choice', title: 'Thin revisions', choices: thinChoices() } },
  load: async () => (await import('./thinning-runs.ts')).thinAfter,
})
