import { type Endpoint, type InputOf } from '@typecase/contract/endpoint'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'

import { call } from '../e2e/fixtures/api.ts'
import type { Account } from './bulk-work.ts'

/** A call that is as expensive as its body can make it. */
export interface HostileCall {
  what: string
  method: 'GET' | 'POST' | 'PATCH'
  /** The path below `/v3`. */
  path: string
  body?: unknown
}

/** Slug of a type without fields, which accepts any. */
const ANY = 'any'
const LONG = 500_000

/** Letters and digits without a period, so that an automaton reaches a new state at each character. */
const hexadecimal = randomText('abcdef0123456789', LONG)
const repeated = (text: string) => text.repeat(Math.ceil(LONG / text.length)).slice(0, LONG)

/** Yields inputs that would block the server without a limit or a pause. The data of each is created just before it. */
export async function* hostileCalls(account: Account): AsyncGenerator<HostileCall> {
  const body = { slug: account.slug, data: { title: 'Any', slug: ANY, metafields: [] } }
  await send(account, addObjectType, { body })
  yield* searches(account)
  yield* markup(account)
  yield* bodies(account)
  yield* queries(account)
}

const patterns = [
  ['[a-f]*[0-9]* eight times', `${'[a-f]*[0-9]*'.repeat(8)}[g-z][g-z]`],
  ['^([a-f0-9]{1,1000})+$', '^([a-f0-9]{1,1000})+$'],
  ['(.|a|b){0,800}q', '(.|a|b){0,800}q'],
  ['a[a-f0-9]{400}b', 'a[a-f0-9]{400}b'],
  ['[a-f0-9]*z|a', '[a-f0-9]*z|a'],
] as const

async function* searches(account: Account): AsyncGenerator<HostileCall> {
  const { slug } = account
  const id = await add(account, ANY, { content: hexadecimal })
  const search = (what: string, body: object): HostileCall => ({
    what: `search and replace: ${what}`,
    method: 'POST',
    path: '/objects/searchAndReplace',
    body: { slug, object_ids: [id], replace: 'x', ...body },
  })
  for (const [what, find] of patterns)
    yield search(what, { find, match: { regex: true }, dry_run: true })
  const find = '(.|a|b){0,800}q'
  yield search(`${find}, applied`, { find, match: { regex: true } })
  yield search('every letter', { find: 'a', dry_run: true })
  yield search('every letter, both versions', { find: 'a', dry_run: true, publish: true })
  yield search('every letter, applied', { find: 'a', replace: 'bb' })
  const few = Array.from({ length: 200 }, (_, at) => hexadecimal.slice(at * 2000, at * 2000 + 2000))
  const ids: string[] = []
  for (const content of few) ids.push(await add(account, ANY, { content }))
  for (const [what, find] of patterns.slice(0, 3)) {
    const body = { find, match: { regex: true }, object_ids: ids, dry_run: true }
    yield search(`${what} in 200 texts of 2 kB`, body)
  }
  const html = await add(account, ANY, { content: repeated('<b><i>x</b>y</i>&amp; ') })
  yield search('misnested HTML', { find: 'x', object_ids: [html], dry_run: true })
  yield search('misnested HTML, applied', { find: 'x', object_ids: [html], replace: 'zz' })
}

const texts = [
  ['[ without ]', repeated('[')],
  ['![ without ]', repeated('![')],
  ['spaces', `x${repeated(' ')}x`],
  ['* and _', repeated('*a_b')],
  ['tags', repeated('<p>a</p> ')],
  ['misnested tags', repeated('<b><i>x</b>y</i>')],
  ['tags without end', repeated('<div><a>')],
  ['combining marks', repeated('e\u0301\u0323')],
] as const

async function* markup(account: Account): AsyncGenerator<HostileCall> {
  const { slug } = account
  for (const [from, to] of [
    ['markdown', 'html-textarea'],
    ['html-textarea', 'text'],
    ['textarea', 'html-textarea'],
    ['text', 'date'],
  ] as const) {
    for (const [at, [what, text]] of texts.entries()) {
      const type = `${from}-${to}-${at}`
      await addType(account, type, from)
      await add(account, type, { metadata: { text } })
      yield {
        what: `${from} to ${to}: ${what}`,
        method: 'POST',
        path: '/objectTypes/migrate',
        body: { slug, object_type: type, changes: [{ key: 'text', new_type: to }], dry_run: true },
      }
    }
  }
  for (const [at, [what, text]] of texts.entries()) {
    await addType(account, `save-${at}`, 'html-textarea')
    const data = { type: `save-${at}`, title: 'x', content: text, metadata: { text } }
    yield { what: `save: ${what}`, method: 'POST', path: '/objects/add', body: { slug, data } }
  }
  const id = await add(account, ANY, { content: repeated('<p>one. two! ') })
  const data = { content: repeated('<p>one. three! ') }
  yield {
    what: 'update of a long text',
    method: 'PATCH',
    path: '/objects/update',
    body: { slug, object_id: id, data },
  }
  yield {
    what: 'who wrote a long text',
    method: 'GET',
    path: `/objectRevisions/authors?slug=${slug}&object_id=${id}&field=content`,
  }
}

async function* bodies(account: Account): AsyncGenerator<HostileCall> {
  const { slug } = account
  const keys = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, key) => [`key${key}`, value]))
  const adding = (what: string, data: object): HostileCall => ({
    what,
    method: 'POST',
    path: '/objects/add',
    body: { slug, data: { type: ANY, title: 'x', ...data } },
  })
  yield adding('29,000 keys in metadata', { metadata: keys(29_000, 'x') })
  yield adding('29,000 unknown keys in data', keys(29_000, 'x'))
  yield adding('29,000 metafields that are wrong', {
    metafields: Array.from({ length: 29_000 }, () => ({ a: 1 })),
  })
  yield adding('1,000,000 numbers in metadata', {
    metadata: { a: Array.from({ length: 1_000_000 }, () => 1) },
  })
  yield adding('a title of 500 kB of combining marks', { title: repeated('e\u0301\u0323') })
  yield adding('a title of 1,000 letters that become 18 each', { title: '\ufdfa'.repeat(1000) })
  yield {
    what: '29,000 unknown keys next to data',
    method: 'POST',
    path: '/objects/add',
    body: keys(29_000, 1),
  }
  yield {
    what: '49,000 wrong ids',
    method: 'POST',
    path: '/objects/bulkEdit',
    body: { slug, object_ids: Array.from({ length: 49_000 }, () => 'x'), data: {} },
  }
  yield {
    what: '29,000 wrong fields of a type',
    method: 'POST',
    path: '/objectTypes/add',
    body: {
      slug,
      data: { title: 'x', metafields: Array.from({ length: 9_000 }, () => ({ a: 1, b: 2, c: 3 })) },
    },
  }
}

async function* queries(account: Account): AsyncGenerator<HostileCall> {
  const { slug } = account
  const content = { $regex: `${'[a-f]*[0-9]*'.repeat(8)}[g-z][g-z]`, $options: 'i' }
  const query = { $or: Array.from({ length: 20 }, () => ({ content })) }
  yield {
    what: 'scope of 20 patterns',
    method: 'POST',
    path: '/objects/bulkEdit',
    body: { slug, query, data: { title: { op: 'append', value: 'x' } }, dry_run: true },
  }
  const data = {
    title: 'Patterns',
    query_string: new URLSearchParams({ query: JSON.stringify(query) }).toString(),
  }
  await sendTo(account, '/smartViews/add', { slug, data })
  yield { what: 'counts of smart views', method: 'GET', path: `/smartViews/counts?slug=${slug}` }
  const search = new URLSearchParams({ slug, q: randomText('abcdefgh ', 400) }).toString()
  yield { what: 'search of titles', method: 'GET', path: `/objects/search?${search}` }
}

async function addType(
  account: Account,
  slug: string,
  type: 'markdown' | 'html-textarea' | 'textarea' | 'text',
) {
  const metafields = [{ key: 'text', title: 'Text', type }]
  const body = { slug: account.slug, data: { title: slug, slug, metafields } }
  await send(account, addObjectType, { body })
}

async function add(account: Account, type: string, data: object): Promise<string> {
  const body = {
    slug: account.slug,
    data: { type, title: 'x', status: 'published' as const, ...data },
  }
  return (await send(account, addObject, { body })).object.id
}

const send = <E extends Endpoint>({ server, token }: Account, endpoint: E, input: InputOf<E>) =>
  call(server.url, endpoint, input, token)

async function sendTo({ server, token }: Account, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${server.url}/v3${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
}

function randomText(letters: string, length: number): string {
  let seed = 1
  let text = ''
  while (text.length < length) {
    seed = (seed * 16_807) % 2_147_483_647
    text += letters[seed % letters.length] ?? ''
  }
  return text
}
