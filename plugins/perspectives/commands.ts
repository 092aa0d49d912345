import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { perspectiveKey } from '@typecase/content/perspective'
import { listReleases } from '@typecase/contract/releases'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { Announcer, Queries, Storage } from '@typecase/plugin-sdk/services'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { has } from '@typecase/plugin-sdk/when'
import { formatCount } from '@typecase/ui/count'
import { type } from 'arktype'

const group = 'Perspectives'

const views = [
  { value: 'drafts', label: 'Drafts', icon: 'pencil', subtitle: 'What is edited' },
  { value: 'published', label: 'Published', icon: 'eye', subtitle: 'What is public now' },
  { value: 'date', label: 'On a date…', icon: 'calendar', subtitle: 'What is public then' },
]

/** Picks a perspective. Releases are rows of the same list, with their ids as values. */
const askView: AskPicker = {
  kind: 'picker',
  title: 'View as',
  async search(words, { services, facts, signal }) {
    const input = { query: { slug: bucketSlugOf(facts) } }
    const { releases } = await services
      .get(Queries)
      .fetchQuery({ ...apiQueryOptions(services, listReleases, input), staleTime: 10_000 })
    signal.throwIfAborted()
    const rows = releases
      .filter(({ published_at }) => published_at === null)
      .map(({ id, title, count }) => ({
        value: id,
        label: `Release “${title}”`,
        icon: 'box',
        subtitle: formatCount(count, 'object'),
      }))
    return [...views, ...rows]
      .filter(({ label }) => holdsWords(label, words))
      .map((row) => ({ id: row.value, ...row }))
  },
}

export const viewArgs = () => type({ view: 'string', 'at?': 'number.integer > 0' })

const viewAs = defineCommand({
  id: 'perspectives.view-as',
  title: 'View as…',
  aliases: ['Change perspective', 'View release', 'View published', 'View on a date'],
  keywords: ['perspective', 'preview', 'future', 'time travel', 'as it will be'],
  group,
  icon: 'eye',
  when: has('route.bucketSlug'),
  effect: 'none',
  args: viewArgs,
  ask: {
    view: askView,
    at: {
      kind: 'date',
      title: 'When',
      as: 'ms',
      placeholder: 'next monday 9:00',
      isNeeded: ({ view }) => view === 'date',
    },
  },
  load: async () => (await import('./runs.ts')).viewAs,
})

const viewDrafts = defineCommand({
  id: 'perspectives.view-drafts',
  title: 'View drafts',
  aliases: ['Back to drafts', 'Leave the perspective'],
  keywords: ['edit', 'newest', 'perspective'],
  group,
  icon: 'pencil',
  when: has('perspectives.isOther'),
  effect: 'none',
  runNow(_args, { services, facts }) {
    services.get(Storage).remove(perspectiveKey(bucketSlugOf(facts)))
    services.get(Announcer).say('Drafts are shown.')
  },
})

export const commands: readonly AnyCommand[] = [viewAs, viewDrafts]
