import { expect, test } from 'vitest'

import { previewScriptSizes } from './preview-script.ts'

test('the preview script is at most 4 kB, and each module loaded on first use at most 1 kB', async () => {
  const { 'connect.js': first, ...others } = await previewScriptSizes()
  expect(first).toBeLessThanOrEqual(4096)
  expect(Object.keys(others).toSorted()).toEqual(['apply-html.js', 'refresh-page.js'])
  for (const size of Object.values(others)) expect(size).toBeLessThanOrEqual(1024)
})
