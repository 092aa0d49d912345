// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { CmsObject } from '@typecase/contract/objects'
import { renderPlugin } from '@typecase/plugin-sdk/testing/render-plugin'
import { runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'

import { createCatalog } from '../../src/commands/catalog.ts'
import { createRanker } from '../../src/commands/ranking.ts'
import { createHost } from '../../src/kernel/host.ts'
import { createKeymap } from '../../src/keys/keymap.ts'
import { goldenQueries } from '../fixtures/word-count/golden-queries.ts'
import plugin from '../fixtures/word-count/plugin.ts'
import { wordsOf } from '../fixtures/word-count/words.ts'
import { filesOf, importsOf, ROOT, sourcesOf } from './sources.ts'

const FOLDER = 'tests/fixtures/word-count'

afterEach(cleanup)

/** Creates an object from the fields that the plugin reads. */
const objectWith = (fields: Partial<CmsObject>) =>
  ({ id: 'a'.repeat(24), title: '', content: '', metadata: {}, ...fields }) as CmsObject

const whale = objectWith({
  id: 'b'.repeat(24),
  title: 'The whale',
  content: '<p>Call me <em>Ishmael</em>.</p>',
  metadata: {
    author: 'c'.repeat(24),
    cover: 'whale.jpg',
    chapters: [{ heading: 'Don’t go near-shore', pages: 12 }],
  },
})

describe('the example plugin', () => {
  test('counts the words that a reader sees', () => {
    expect(wordsOf(whale)).toBe(2 + 3 + 3)
    expect(wordsOf(objectWith({}))).toBe(0)
  })

  const api = { 'objects.get': () => ({ object: whale }) }
  const bucket = { 'route.bucketSlug': 'blog' }

  test('counts the words of the selection and reports its progress', async () => {
    const facts = {
      ...bucket,
      'selection.kind': 'object',
      'selection.ids': ['b'.repeat(24), 'd'.repeat(24)],
      'selection.count': 2,
    }
    const { outcome, progress, log } = await runCommand(
      plugin,
      'word-count.count',
      {},
      { api, facts },
    )
    expect(outcome.message).toBe('16 words in 2 objects')
    expect(progress).toEqual([
      { done: 0, total: 2 },
      { done: 1, total: 2 },
    ])
    expect(log.calls[1]?.query).toEqual({ slug: 'blog', object_id: 'd'.repeat(24) })
  })

  test('counts the words of the open object, and fails without a bucket or an object', async () => {
    const run = (facts: object) => runCommand(plugin, 'word-count.count', {}, { api, facts })
    const { outcome } = await run({ ...bucket, 'route.objectID': 'b'.repeat(24) })
    expect(outcome.message).toBe('8 words in 1 object')
    await expect(run({})).rejects.toThrow('route.bucketSlug')
    await expect(run(bucket)).rejects.toThrow('object_ids')
  })

  test('shows its page', async () => {
    const { findByRole, getByRole } = await renderPlugin(plugin, {
      route: 'word-count.list',
      params: { bucketSlug: 'blog' },
      facts: bucket,
      api: {
        'objects.list': () => ({
          objects: [{ main_object_status: 'draft', object: whale }],
          total: 1,
          limit: 50,
          skip: 0,
        }),
      },
    })
    expect((await findByRole('listitem')).textContent).toBe('The whale8 words')
    expect(getByRole('button', { name: /Count words/ })).toBeTruthy()
  })

  test('is activated by the core, and its golden queries find its commands first', async () => {
    const storage = { get: () => undefined, set: () => undefined, subscribe: () => () => {} }
    const host = createHost({ storage })
    await host.register(plugin)
    await host.ready()
    expect(host.plugins.list()).toMatchObject([{ id: 'word-count', status: 'active' }])

    const keys = createKeymap({ registry: host.registry, storage, facts: host.facts.get })
    const running = { has: () => false, list: () => [], subscribe: () => () => undefined }
    const catalog = createCatalog({ registry: host.registry, facts: host.facts, keys, running })
    const context = {
      frecency: () => 0,
      learned: new Set<string>(),
      relevance: catalog.relevance,
    }
    for (const { query, expect: id, facts = {} } of goldenQueries) {
      host.facts.set(facts)
      const [first] = createRanker(catalog.list()).search(query, context)
      expect(first?.item.id).toBe(id)
    }
  })

  test('imports only the packages that a plugin may use', () => {
    const foreign = sourcesOf(`${FOLDER}/**/*.ts*`, `${FOLDER}/*.ts*`)
      .flatMap(importsOf)
      .filter(
        (name) =>
          !name.startsWith(`${FOLDER}/`) &&
          !/^(@typecase\/(plugin-sdk|content|ui|contract|content-query)\/|react$|arktype$)/.test(
            name,
          ),
      )
    expect(foreign).toEqual([])
  })
})

describe('docs/writing-a-plugin.md', () => {
  const page = readFileSync(join(ROOT, 'docs/writing-a-plugin.md'), 'utf8')
  /** Code blocks that begin with the name of the file they show. */
  const examples = [...page.matchAll(/```tsx?\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(
    ([, file = '', code = '']) => [file, code] as const,
  )

  test('shows the files that a plugin needs', () => {
    const files = examples.map(([file]) => file)
    expect(files).toEqual(
      expect.arrayContaining(['plugin.ts', 'commands/count.ts', 'commands/count-runs.ts']),
    )
  })

  test.each(examples)('shows %s unchanged', (file, code) => {
    const path = file.startsWith('reading-list/') ? `tests/fixtures/${file}` : `${FOLDER}/${file}`
    expect(filesOf('tests/fixtures')).toContain(path)
    const source = readFileSync(join(ROOT, path), 'utf8')
    // `// …` marks omitted lines.
    for (const part of code.split(/^ *\/\/ …\n/m)) expect(source).toContain(part.trim())
  })
})
