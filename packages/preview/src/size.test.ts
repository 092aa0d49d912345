import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

test('a bundle of the script has 4 kB at most', async () => {
  const bundle = await rolldown({ input: join(import.meta.dirname, 'connect.ts') })
  const { output } = await bundle.generate({ minify: true })
  await bundle.close()
  expect(gzipSync(output[0].code, { level: 9 }).length).toBeLessThanOrEqual(4096)
})
