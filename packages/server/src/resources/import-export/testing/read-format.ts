import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ForeignBucket, ForeignObject, ImportFormat } from '../formats/format.ts'
import { openExport } from '../formats/open-export.ts'

export interface ReadExport {
  bucket: ForeignBucket
  objects: ForeignObject[]
  /** How often each warning occurred; similar warnings count as one. */
  warnings: Map<string, number>
}

/** Reads a file with one format, without an import. Undefined if the file does not have that format. */
export async function readFormat(
  format: ImportFormat,
  content: string | Uint8Array,
  name = 'export.json',
  options: Readonly<Record<string, string>> = {},
): Promise<ReadExport | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-'))
  const file = join(folder, 'file')
  writeFileSync(file, content)
  const files = await openExport(file, name, join(folder, 'unpacked'))
  try {
    if (!(await format.matches(files))) return undefined
    const warnings = new Map<string, number>()
    const first = new Map<string, string>()
    const bucket = await format.read(files, {
      options,
      importedObject: () => undefined,
      warn(message, same = message) {
        const key = first.get(same) ?? message
        first.set(same, key)
        warnings.set(key, (warnings.get(key) ?? 0) + 1)
      },
    })
    return { bucket, objects: await Array.fromAsync(bucket.objects()), warnings }
  } finally {
    await files.close()
    rmSync(folder, { recursive: true })
  }
}
