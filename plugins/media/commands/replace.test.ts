import type { ReplaceInMediaBody } from '@typecase/contract/media'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { planCommand, runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { expect, test } from 'vitest'

import plugin from '../plugin.ts'

const id = (n: number) => String(n).padStart(24, '0')
const matchId = (n: number) => `${id(n)}.${'0'.repeat(16)}`
const facts = { 'route.bucketSlug': 'archive', can: new Set(['media:write']) }
const args = { find: 'old', replace: 'new' }

/** Returns a test server that records its request bodies. */
function recordBodies(answer: (body: ReplaceInMediaBody) => object) {
  const bodies: ReplaceInMediaBody[] = []
  const api = {
    'media.searchAndReplace': (input: { body?: unknown }) => {
      const body = input.body as ReplaceInMediaBody
      bodies.push(body)
      return answer(body)
    },
  }
  return { bodies, options: { facts, api } }
}

const match = {
  object_id: id(1),
  title: 'harbour.png',
  field: 'alt_text',
  label: 'Alt text',
  match_id: matchId(1),
  before: 'An old harbour',
  after: 'An new harbour',
  start: 3,
  end: 6,
}

test('a plan covers the alt texts of all media by default, and counts media', async () => {
  const { bodies, options } = recordBodies(() => ({
    matched: 70,
    modified: 2,
    matches: 3,
    sample: [match],
    skipped: [{ reason: 'Alt text must be at most 5000 characters', count: 1, ids: [id(9)] }],
    facets: [{ by: 'field', values: [{ value: 'alt_text', label: 'Alt text', count: 3 }] }],
  }))
  const plan = await planCommand(plugin, 'media.replace', args, options)
  expect(bodies).toMatchObject([
    { slug: 'archive', find: 'old', query: {}, fields: ['alt_text'], dry_run: true },
  ])
  expect(plan).toMatchObject({
    title: 'Replace “old” in 2 media',
    counts: [
      { label: 'media', value: 2 },
      { label: 'matches', value: 3 },
    ],
    total: 2,
    changeCount: 3,
    isReversible: true,
    changes: [
      {
        id: id(1),
        label: 'harbour.png',
        field: 'Alt text',
        matches: [{ id: matchId(1), before: 'An old harbour', start: 3, end: 6 }],
      },
    ],
    skipped: [{ count: 1 }],
    args: { scope: { kind: 'query', query: {}, total: 70 } },
    excludeArg: 'exclude',
    scopeArg: 'scope',
  })
  const [field] = plan.facets ?? []
  expect(field?.leaveOut(args, ['title'])).toMatchObject({ except_fields: ['title'] })
})

test('leaving out matches and media recounts only the media concerned', async () => {
  const { bodies, options } = recordBodies((body) => {
    if (!body.media_ids) return { modified: 5, matches: 9 }
    if (!body.exclude) return { modified: 2, matches: 4, sample: [match] }
    return { modified: 1, matches: 3, sample: [match] }
  })
  const sample = {
    ...args,
    scope: { kind: 'query', query: {}, total: 5, except: { ids: [id(7)] } },
  }
  const plan = await planCommand(plugin, 'media.replace', sample, options)
  const totals = await plan.without?.({ matches: [matchId(1)], objects: [id(2)] })
  expect(totals).toMatchObject({ title: 'Replace “old” in 4 media', total: 4 })
  expect(totals?.counts[1]).toEqual({ label: 'matches', value: 7 })
  expect(bodies[1]).toMatchObject({ media_ids: [id(2), id(1)], exclude_ids: [id(7)] })
  expect(bodies[1]).not.toHaveProperty('query')
  expect(bodies[2]).toMatchObject({ exclude: [matchId(1)], exclude_ids: [id(7), id(2)] })
})

test('a run sends the choices of the review, reports failures and can be undone', async () => {
  const { bodies, options } = recordBodies(() => ({
    matched: 3,
    modified: 2,
    failed: [{ object_id: id(9), title: 'mill.png', reason: 'It was changed.' }],
    change_set_id: id(4),
  }))
  const reviewed = {
    ...args,
    fields: ['title', 'alt_text'],
    options: ['whole_word'],
    except_fields: ['title'],
    exclude: [matchId(1)],
    scope: { kind: 'query', query: { folder: 'art' }, total: 3, except: { ids: [id(7)] } },
  } satisfies JsonObject
  const { outcome } = await runCommand(plugin, 'media.replace', reviewed, options)
  expect(bodies).toMatchObject([
    {
      query: { folder: 'art' },
      exclude_ids: [id(7)],
      fields: ['title', 'alt_text'],
      exclude_fields: ['title'],
      match: { whole_word: true, regex: false },
      exclude: [matchId(1)],
    },
  ])
  expect(bodies[0]).not.toHaveProperty('dry_run')
  expect(outcome).toMatchObject({
    message: 'Replaced “old” in 2 media. 1 media stayed as before. mill.png: It was changed.',
    failures: [{ id: id(9), kind: 'media' }],
    undo: { command: 'jobs.undo-change-set', args: { bucket: 'archive', change_set_id: id(4) } },
  })
})

test('a scope with locales is refused, since only objects have them', async () => {
  const { options } = recordBodies(() => ({}))
  const scope = { kind: 'query', query: {}, total: 3, except: { locales: ['de'] } }
  await expect(runCommand(plugin, 'media.replace', { ...args, scope }, options)).rejects.toThrow(
    'Media have no locales or object types',
  )
})
