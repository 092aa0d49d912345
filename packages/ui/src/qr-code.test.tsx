import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { outlineOf } from './qr-code.tsx'

const TEXT = 'otpauth://totp/Typecase:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

test('the outline paints every dark module of the code and no other', () => {
  const { side, outline } = outlineOf(TEXT)
  const painted = Array.from({ length: side }, () => Array.from({ length: side }, () => false))
  for (const [, x, y, width] of outline.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let at = Number(x); at < Number(x) + Number(width); at += 1) {
      const row = painted[Number(y)]
      if (row) row[at] = true
    }
  }
  expect(painted).toEqual(encode(TEXT, { border: 4, ecc: 'M' }).data)
})

test('the outline leaves four light modules on each side', () => {
  const { side, outline } = outlineOf(TEXT)
  const starts = [...outline.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)])
  expect(Math.min(...starts.flat())).toBe(4)
  expect(Math.max(...starts.flat())).toBeLessThan(side - 4)
})
