import { addComment } from '@typecase/contract/comments'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'

import { compareBlocks, markdownBlocks } from '../../plugins/revisions/compare/blocks.ts'
import { wordParts } from '../../plugins/revisions/compare/text-diff.ts'
import { authenticate } from '@typecase/contract/users'

import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { timed } from './bulk-work.ts'
import { type BenchRow, median, timeRow } from './table.ts'

const RUNS = 9
const TABS = 50
const COMPARE_MS = 100

/** Measures comparing two long texts, and delivering a comment to everyone who has the bucket open. */
export async function benchComments(): Promise<BenchRow[]> {
  const before = textOf(100_000)
  const few = edited(before, 200)
  const other = textOf(100_000)
  const times = async (work: () => unknown) => {
    const all: number[] = []
    for (let run = 0; run < RUNS; run += 1) all.push(await timed(async () => void work()))
    return median(all)
  }
  const blocks = (after: string) => compareBlocks(markdownBlocks(before), markdownBlocks(after))
  return [
    timeRow('100 kB by words, 200 edits', await times(() => wordParts(before, few)), COMPARE_MS),
    timeRow(
      '100 kB by words, another text',
      await times(() => wordParts(before, other)),
      COMPARE_MS,
    ),
    timeRow('100 kB by blocks, 200 edits', await times(() => blocks(few)), COMPARE_MS),
    timeRow('100 kB by blocks, another text', await times(() => blocks(other)), COMPARE_MS),
    timeRow(`a comment to ${TABS} open tabs`, await fanOut(), 1000),
  ]
}

async function fanOut(): Promise<number> {
  const server = await startServer()
  try {
    const { token, bucket, email, password } = await signUpOwner(server, 'bench')
    // A session may have 30 streams.
    const other = await call(server.url, authenticate, { body: { email, password } })
    const tokenOf = (tab: number) => (tab % 2 === 0 ? token : other.token)
    const { slug } = bucket
    await call(server.url, addObjectType, { body: { slug, data: { title: 'Posts' } } }, token)
    const data = { type: 'posts', title: 'Post' }
    const { object } = await call(server.url, addObject, { body: { slug, data } }, token)
    const controller = new AbortController()
    const open = Array.from({ length: TABS }, async (_, tab) => {
      const response = await fetch(`${server.url}/v3/events?slug=${slug}`, {
        headers: { authorization: `Bearer ${tokenOf(tab)}` },
        signal: controller.signal,
      })
      if (!response.ok) throw new Error(`A stream was refused: ${response.status}`)
      return response.body?.pipeThrough(new TextDecoderStream()).getReader()
    })
    const readers = (await Promise.all(open)).filter((reader) => reader !== undefined)
    const start = performance.now()
    const arrived = readers.map(async (reader) => {
      for (let text = ''; !text.includes('event: comment');) {
        const { done, value } = await reader.read()
        if (done) return
        text += value
      }
    })
    const body = { slug, object_id: object.id, text: 'Hello' }
    await call(server.url, addComment, { body }, token)
    await Promise.all(arrived)
    const ms = performance.now() - start
    controller.abort()
    return ms
  } finally {
    await server.stop()
  }
}

const WORDS = 'the lamp was lit and keeper came down wet in June with rope stair wave stone'.split(
  ' ',
)

/** Returns sentences in paragraphs, the same in every run. */
function textOf(length: number): string {
  let text = ''
  while (text.length < length) {
    text += `${WORDS[random(WORDS.length)] ?? ''}${random(100)}${random(14) === 0 ? '.\n\n' : ' '}`
  }
  return text
}

function edited(text: string, edits: number): string {
  const words = text.split(' ')
  for (let edit = 0; edit < edits; edit += 1) words[random(words.length)] = 'changed'
  return words.join(' ')
}

let seed = 1
function random(below: number): number {
  seed = (seed * 16_807) % 2_147_483_647
  return seed % below
}
