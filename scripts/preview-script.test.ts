import { expect, test } from 'vitest'

import { previewScriptSizes } from './preview-script.ts'

test('the script that is served has 4 kB at most, and what it loads on first use less than one', async () => {
  const { 'connect.js': first, ...others } = await previewScriptSizes()
  expect(first).toBeLessThanOrEqual(4096)
  expect(Object.keys(others).toSorted()).toEqual(['apply-html.js', 'refresh-page.js'])
  for (const size of Object.values(others)) expect(size).toBeLessThanOrEqual(1024)
})
