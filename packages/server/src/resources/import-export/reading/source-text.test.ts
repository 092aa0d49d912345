import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { readText } from './source-text.ts'

let folder: string
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'typecase-'))))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(bytes: Uint8Array, limit = 1_000_000): Promise<string> {
  const file = join(folder, 'file')
  writeFileSync(file, bytes)
  let text = ''
  for await (const part of readText(file, limit)) text += part
  return text
}

const encode = (text: string) => new TextEncoder().encode(text)

test('plain text, with and without a byte order mark', async () => {
  expect(await read(encode('Ünïcode 🎨'))).toBe('Ünïcode 🎨')
  expect(await read(encode('\uFEFFtext'))).toBe('text')
})

test('gzip is known by its bytes', async () => {
  expect(await read(gzipSync('packed 🎁'))).toBe('packed 🎁')
})

test.each([
  ['windows-1252', Buffer.from('caf\xe9', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFFtext', 'utf16le')],
  ['UTF-8 that was cut off within a character', encode('é').slice(0, 1)],
])('%s is refused', async (_name, bytes) => {
  await expect(read(bytes)).rejects.toThrow('not UTF-8')
})

test('a gzip file that was cut off or damaged is refused', async () => {
  const packed = gzipSync('a'.repeat(10_000))
  await expect(read(packed.subarray(0, -10))).rejects.toThrow('cut off')
  const damaged = Buffer.from(packed)
  damaged.fill(0xff, 12, 20)
  await expect(read(damaged)).rejects.toThrow('damaged')
})

test('a small file that unpacks to a huge one stops at the limit', async () => {
  await expect(read(gzipSync('a'.repeat(5_000_000)))).rejects.toThrow('larger than')
})

test('empty files are refused', async () => {
  await expect(read(new Uint8Array())).rejects.toThrow('empty')
})
