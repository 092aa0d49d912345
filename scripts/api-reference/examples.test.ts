import { expect, test } from 'vitest'

import { committedPages, REGENERATE } from './committed-pages.ts'
import { runExamples } from './examples.ts'
import { endpointsByPage } from './page-list.ts'
import { makePages } from './pages.ts'

test('docs/api matches the pages generated from the server’s answers', async () => {
  const { endpoints, byId } = await runExamples((all) => endpointsByPage(all).values())
  const pages = makePages(endpoints, (id) => byId.get(id))
  const committed = committedPages()
  expect([...committed.keys()].sort(), REGENERATE).toEqual([...pages.keys()].sort())
  for (const [name, text] of pages) expect(committed.get(name), REGENERATE).toBe(text)
}, 300_000)
