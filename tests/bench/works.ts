import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ImportMapping } from '@typecase/contract/import-export'

import type { Account } from './bulk-work.ts'
import { importFile } from './tate-set.ts'

const mapping: ImportMapping = {
  format: 'ndjson',
  object_type: 'works',
  object_type_title: 'Works',
  status: 'published',
  columns: [
    { from: 'title', to: 'title' },
    { from: 'slug', to: 'slug' },
    { from: 'number', to: 'metadata.number', type: 'number' },
    { from: 'text', to: 'metadata.text', type: 'text' },
  ],
}

/** Adds numbered objects by an import, which is quick even for a large number. */
export async function addWorks(
  { server, slug, token }: Account,
  from: number,
  count: number,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-bench-'))
  try {
    const file = join(folder, 'works.ndjson')
    const lines = Array.from({ length: count }, (_, at) => {
      const number = from + at
      const text = `Number ${number} of a collection that grows, as large ones do`
      return JSON.stringify({
        title: `Work ${number} of many`,
        slug: `work-${number}`,
        number,
        text,
      })
    })
    writeFileSync(file, lines.join('\n'))
    await importFile(server.url, slug, token, file, mapping)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
