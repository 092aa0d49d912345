import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestS3, type TestS3 } from '../testing/s3-server.ts'
import { FileMissing, type FileStore } from './file-store.ts'
import { openFileStore } from './open-file-store.ts'

let folder: string
let s3: TestS3
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'typecase-store-'))
  s3 = await startTestS3()
})
afterAll(async () => {
  await s3.remove()
  rmSync(folder, { recursive: true, force: true })
})

const settingsOf = (kind: string) => ({
  DATA_DIR: join(folder, kind),
  STORAGE_URL: undefined,
  S3_ACCESS_KEY_ID: undefined,
  S3_SECRET_ACCESS_KEY: undefined,
  ...(kind === 'S3' && s3.settings),
})

const { signal } = new AbortController()

/** Writes a file to be stored. @returns its path */
function fileOf(bytes: Buffer): string {
  const path = join(folder, `source-${randomBytes(6).toString('hex')}`)
  writeFileSync(path, bytes)
  return path
}

describe.each(['disk', 'S3'])('a store on %s', (kind) => {
  let store: FileStore
  beforeAll(() => {
    store = openFileStore(settingsOf(kind))
  })
  afterAll(() => store.close())

  const listed = async () => {
    const keys: string[] = []
    for await (const { key } of store.list()) keys.push(key)
    return keys.toSorted()
  }

  test('is empty at first', async () => {
    expect(await listed()).toEqual([])
    expect(await store.stat('b1/aa01')).toBeUndefined()
    await expect(store.read('b1/aa01')).rejects.toThrow(FileMissing)
    const copy = join(folder, 'none')
    await expect(store.localFile('b1/aa01', copy, signal)).rejects.toThrow(FileMissing)
    await store.delete('b1/aa01')
  })

  // The largest size takes more than two parts in S3.
  test.each([0, 1, 100_000, 20_000_001])(
    'returns %i bytes, as a whole and in part',
    async (size) => {
      const bytes = randomBytes(size)
      const path = fileOf(bytes)
      await store.put(`b2/size-${size}`, path)
      rmSync(path)
      expect(await store.stat(`b2/size-${size}`)).toEqual({ key: `b2/size-${size}`, size })
      expect((await buffer(await store.read(`b2/size-${size}`))).equals(bytes)).toBe(true)
      if (size === 0) return
      const range = { start: Math.floor(size / 3), end: Math.max(size - 2, 0) }
      const part = await buffer(await store.read(`b2/size-${size}`, range))
      expect(part.equals(bytes.subarray(range.start, range.end + 1))).toBe(true)
    },
  )

  test('provides a local file with the bytes, as a copy only if necessary', async () => {
    await store.put('b4/aa01', fileOf(Buffer.from('a')))
    const copy = join(folder, `copy-${kind}`)
    const path = await store.localFile('b4/aa01', copy, signal)
    expect([readFileSync(path, 'utf8'), existsSync(copy)]).toEqual(['a', kind === 'S3'])
  })

  test('lists its files, and deletes one', async () => {
    await store.put('b3/aa01', fileOf(Buffer.from('a')))
    await store.put('b3/bb02', fileOf(Buffer.from('b')))
    expect((await listed()).filter((key) => key.startsWith('b3/'))).toEqual(['b3/aa01', 'b3/bb02'])
    await store.delete('b3/aa01')
    expect((await listed()).filter((key) => key.startsWith('b3/'))).toEqual(['b3/bb02'])
  })
})

test.each(['../x', 'a/../../x', 'a', 'a/b/c', '/a/b', 'a/.', 'a/b\0'])(
  'the disk refuses the key %j',
  async (key) => {
    const store = openFileStore(settingsOf('disk'))
    await expect(store.read(key)).rejects.toThrow('is not a key')
    await expect(store.put(key, fileOf(Buffer.from('a')))).rejects.toThrow('is not a key')
  },
)

test('calls fail while S3 is unavailable, and work again once it is back', async () => {
  const away = await startTestS3()
  const store = openFileStore({ ...settingsOf('S3'), ...away.settings })
  const path = fileOf(Buffer.from('kept'))
  await away.stop()
  await expect(store.put('b4/aa01', path)).rejects.toThrow()
  await expect(store.stat('b4/aa01')).rejects.toThrow()
  await away.start()
  await store.put('b4/aa01', path)
  expect(String(await buffer(await store.read('b4/aa01')))).toBe('kept')
  store.close()
  await away.remove()
})
