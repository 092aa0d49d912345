import { Commands } from '@typecase/plugin-sdk/services'
import { planCommand } from '@typecase/plugin-sdk/testing/run-command'
import { provide } from '@typecase/plugin-sdk/token'
import { expect, test } from 'vitest'

import plugin from '../plugin.ts'

const step = (command: string, title: string) => ({ command, args: {}, title, words: '' })
const publish = step('x.publish', 'Publish')
const purge = step('x.purge', 'Empty the trash')

const commands = { isReversible: async ({ command }: { command: string }) => command !== 'x.purge' }
const plan = (...steps: object[]) =>
  planCommand(plugin, 'sentences.run-steps', { steps } as never, {
    facts: { 'route.bucketSlug': 'archive' },
    services: [provide(Commands, () => commands as never)],
  })

test('steps can be undone if each of them can', async () => {
  expect(await plan(publish, publish)).toMatchObject({ isReversible: true })
})

test('a step that cannot be undone is named in a warning and makes the plan irreversible', async () => {
  const { isReversible, warnings } = await plan(publish, purge)
  expect(isReversible).toBe(false)
  expect(warnings).toContain('“Empty the trash” cannot be undone.')
  expect(warnings?.join(' ')).not.toContain('“Publish”')
})
