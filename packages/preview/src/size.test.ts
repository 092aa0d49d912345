import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

test('a bundle of the script has 4 kB at most, and half a kB for pages with HTML', async () => {
  const bundle = await rolldown({ input: join(import.meta.dirname, 'connect.ts') })
  const { output } = await bundle.generate({ minify: true })
  await bundle.close()
  const sizes = output.map(
    (file) => gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length,
  )
  console.log(output.map((f)=>f.fileName), sizes)
  expect(sizes[0]).toBeLessThanOrEqual(4096)
  expect(sizes[1]).toBeLessThanOrEqual(512)
})
