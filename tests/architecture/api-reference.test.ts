import { startTestServer } from '@typecase/server/testing/test-server'
import { expect, test } from 'vitest'

import { committedPages, REGENERATE } from '../../scripts/api-reference/committed-pages.ts'
import { makePages } from '../../scripts/api-reference/pages.ts'

/** Removes the examples of a page. They need calls, which scripts/api-reference/examples.test.ts makes. */
const withoutExamples = (page = ''): string =>
  page.replaceAll(/```sh\n[\s\S]*?(?=\n\*\*Answer:\*\*)/g, '')

test('docs/api matches the contract', async () => {
  const server = await startTestServer()
  try {
    const pages = makePages(server.http.mountedEndpoints, () => ({ request: '' }))
    const committed = committedPages()
    expect([...committed.keys()].sort(), REGENERATE).toEqual([...pages.keys()].sort())
    for (const [name, text] of pages)
      expect(withoutExamples(committed.get(name)), REGENERATE).toBe(withoutExamples(text))
  } finally {
    await server.remove()
  }
}, 120_000)
