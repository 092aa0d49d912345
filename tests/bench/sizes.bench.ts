import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import type { BenchRow } from './table.ts'

const DIST = join(import.meta.dirname, '../../dist')
const FIRST_LOAD = 200

/** Bytes that the login screen needs before it shows: the page's scripts and what they preload. */
export async function benchSizes(): Promise<BenchRow[]> {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8')
  const first = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
    (match) => match[1] ?? '',
  )
  const login = readdirSync(join(DIST, 'assets'))
    .filter((file) => /^login-.*\.js$/.test(file))
    .map((file) => `/assets/${file}`)
  const firstLoad = [...first, ...login].reduce((sum, file) => sum + gzipped(file), 0) / 1000
  const chunks = readdirSync(join(DIST, 'assets'))
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ file, size: gzipped(`/assets/${file}`) / 1000 }))
    .toSorted((a, b) => b.size - a.size)
  return [
    {
      what: 'JavaScript of the login screen, gz',
      value: `${firstLoad.toFixed(0)} kB`,
      budget: `≤ ${FIRST_LOAD} kB`,
      isMet: firstLoad <= FIRST_LOAD,
    },
    ...chunks.slice(0, 5).map(({ file, size }) => ({
      what: `chunk ${file.replace(/-[^-]*\.js$/, '')}, gz`,
      value: `${size.toFixed(0)} kB`,
      budget: '',
    })),
  ]
}

const gzipped = (file: string): number => gzipSync(readFileSync(join(DIST, file))).length
