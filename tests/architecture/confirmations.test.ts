import { describe, expect, test } from 'vitest'

import { bootPalette } from '../palette/palette.fixture.ts'
import { sourcesOf } from './sources.ts'

test('no plugin opens a confirmation itself, because the policy asks with the text of the command', () => {
  const runs = sourcesOf('plugins/*.ts*').filter(({ path }) => !/\.test\.tsx?$/.test(path))
  expect(runs.length).toBeGreaterThan(300)
  const asking = runs.filter(({ text }) => /\bDialogs\b/.test(text)).map(({ path }) => path)
  expect(asking).toEqual([])
})

/** Commands whose name suggests a loss, and why they lose nothing. */
const reversible: Readonly<Record<string, string>> = {
  'account.remove-picture': 'undo',
  'billing.remove-add-on': 'can be added again; asks what it costs',
  'macros.delete': 'undo',
  'object-types.remove-field': 'undo, and objects keep its values',
  'objects.remove-from-relation': 'undo',
  'preview.remove-site': 'undo',
  'preview.revoke-link': 'undo',
  'repositories.delete': 'undo',
  'repositories.delete-branch': 'undo',
  'schedule.delete-release': 'undo, unless it is published: then nothing is left in it to publish',
  'schedule.remove-from-release': 'undo',
  'smart-views.delete': 'undo',
  'webhooks.delete': 'undo',
}

describe('a command whose name suggests a loss', () => {
  test('is destructive, or can be undone', async () => {
    const { catalog } = await bootPalette()
    const commands = catalog.list().flatMap(({ id }) => catalog.find(id)?.item ?? [])
    const losing = commands
      .filter(({ title }) => /^(Delete|Remove|Revoke|Withdraw|Leave|Empty)\b/.test(title))
      .filter(({ effect }) => effect === 'write')
      .map(({ id }) => id)
    expect(losing.toSorted()).toEqual(Object.keys(reversible).toSorted())
  })
})
