import { mkdtempSync, rmSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addObjectType } from '@typecase/contract/object-types'
import { listObjects, updateObject } from '@typecase/contract/objects'

import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'
import { type Filled, fillBucket } from './fill.ts'
import { residentMb } from './memory.ts'
import { type BenchRow, median, timeRow } from './table.ts'

const OBJECTS = Number(process.env['TEXTS'] ?? 72_740)
/** Approximate length of a text, in characters. */
const LENGTHS = [300, 2000, 8000]
const RUNS = 31
const VOCABULARY = 40_000

const SYLLABLES =
  'ba be bi bo da de di do fa fe ka ke li lo ma me na ne ra ro sa se ta te va vi'.split(' ')
const pick = <T>(of: readonly T[]): T => of[randomInt(of.length)] as T
const words = Array.from({ length: VOCABULARY }, (_, rank) =>
  Array.from({ length: 1 + Math.ceil(Math.log10(rank + 2)) }, () => pick(SYLLABLES)).join(''),
)

/**
 * Returns a word with the frequency of a natural language: the word of rank n is n times as rare as the first (Zipf's
 * law).
 */
const someWord = (): string => words[Math.floor(VOCABULARY ** Math.random()) - 1] ?? ''

function textOf(length: number): string {
  let text = ''
  while (text.length < length) text += `${someWord()} `
  return text
}

function* articles(length: number): Generator<Filled> {
  for (let n = 0; n < OBJECTS; n++)
    yield { type: 'articles', title: `${someWord()} ${n}`, metadata: { body: textOf(length) } }
}

/** Measures searches of all texts that the server has not seen before, by the length of the texts. */
export async function benchTextSearch(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const length of LENGTHS) rows.push(...(await benchLength(length)))
  return rows
}

async function benchLength(length: number): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'typecase-bench-'))
  let server = await startServer({ dataDir })
  try {
    const { token, bucket } = await signUpOwner(server, 'bench')
    const { slug } = bucket
    const metafields = [{ key: 'body', title: 'Body', type: 'textarea' as const }]
    const data = { title: 'Articles', slug: 'articles', metafields }
    await call(server.url, addObjectType, { body: { slug, data } }, token)
    await server.stop()
    fillBucket(dataDir, slug, articles(length))
    server = await startServer({ dataDir })
    return await measure({ server, slug, token }, `${length} characters`)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
}

interface Bench {
  server: RunningServer
  slug: string
  token: string
}

const contains = (text: string) => ({ $text: { $regex: text, $options: 'i' } })

async function measure(bench: Bench, name: string): Promise<BenchRow[]> {
  const { slug, token } = bench
  const { url } = bench.server
  const rows: BenchRow[] = []
  const add = async (what: string, query: () => object, before = async () => {}) => {
    const times: number[] = []
    for (let run = 0; run < RUNS; run++) {
      await before()
      times.push(await timed(bench, query()))
    }
    rows.push(timeRow(`${name}: ${what}`, median(times)))
  }
  const { objects } = await call(url, listObjects, { query: { slug } }, token)
  const id = objects[0]?.object.id ?? ''
  const save = async () => {
    const body = { slug, object_id: id, data: { title: someWord() } }
    await call(url, updateObject, { body }, token)
  }
  rows.push(timeRow(`${name}: the first search`, await timed(bench, contains(someWord()))))
  await add('a word', () => contains(someWord()))
  await add('a part of a word', () => contains(someWord().slice(1)))
  await add('two words', () => ({ $and: [contains(someWord()), contains(someWord())] }))
  await add('two adjacent words', () => contains(`${someWord()} ${someWord()}`))
  await add('a word, after a save', () => contains(someWord()), save)
  rows.push({
    what: `${name}: memory, MB`,
    value: residentMb(bench.server.pid).toFixed(0),
    budget: '',
  })
  return rows
}

async function timed({ server, slug, token }: Bench, query: object): Promise<number> {
  const start = performance.now()
  await call(server.url, listObjects, { query: { slug, query: JSON.stringify(query) } }, token)
  return performance.now() - start
}
