import { createDecipheriv, scrypt } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

import { Failure, invalid } from '../../../../http/failure.ts'
import { isDiskFull } from '../../../../storage/disk-full.ts'

const ALGORITHM = 'aes-128-ecb'
const KEY_BYTES = 16
/** Salts of the keys: that of current versions, and that of earlier ones. */
const SALTS = ['strapi-data-transfer', '']
/** Number of bytes at the start, in whole blocks, that show whether a key is right. */
const START = 512

const derive = promisify<string, string, number, Buffer>(scrypt)

/** Whether a file has the name that `strapi export` gives an encrypted export. */
export const isEncryptedExport = (name: string): boolean => /\.tar(?:\.gz)?\.enc$/i.test(name)

/**
 * Decrypts an export of `strapi export --key` in place.
 * @throws Failure `invalid` for a wrong key, or a damaged file
 */
export async function decryptExport(file: string, key: string): Promise<void> {
  const secret = await secretOf(file, key)
  const part = `${file}.staging`
  try {
    await pipeline(
      createReadStream(file),
      createDecipheriv(ALGORITHM, secret, null),
      createWriteStream(part, { mode: 0o600 }),
    )
    await rename(part, file)
  } catch (reason) {
    await rm(part, { force: true })
    if (isDiskFull(reason)) throw reason
    throw new Failure('invalid', 'The export is damaged or was cut off. Nothing was imported.')
  }
}

/** Returns the secret that decrypts the file to an archive. */
async function secretOf(file: string, key: string): Promise<Buffer> {
  const start = await startOf(file)
  for (const salt of SALTS) {
    const secret = await derive(key, salt, KEY_BYTES)
    const decipher = createDecipheriv(ALGORITHM, secret, null).setAutoPadding(false)
    const bytes = decipher.update(start)
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8
    if (isGzip || bytes.toString('latin1', 257, 262) === 'ustar') return secret
  }
  throw invalid('export_key', 'export_key does not open the export', 'key')
}

async function startOf(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START), 0, START, 0)
    return buffer.subarray(0, bytesRead - (bytesRead % KEY_BYTES))
  } finally {
    await handle.close()
  }
}
