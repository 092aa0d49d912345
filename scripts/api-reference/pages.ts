import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Endpoint } from '@typecase/contract/endpoint'

import { commentsOf } from './contract-comments.ts'
import { endpointSection, headingOf } from './endpoint-section.ts'
import type { Example } from './examples.ts'
import { schemaOf } from './json-schemas.ts'
import { codeBlock, table } from './markdown.ts'
import { endpointsByPage, groups, type Page } from './page-list.ts'
import { Shapes } from './shapes.ts'

const NOTE = '<!-- Made from packages/contract by `npm run docs:api`: change it there. -->'

/** Returns the example of an endpoint. */
type ExampleOf = (id: string) => Example | undefined

/** Creates the pages of the reference, by name. */
export function makePages(
  endpoints: readonly Endpoint[],
  exampleOf: ExampleOf,
): ReadonlyMap<string, string> {
  const byPage = endpointsByPage(endpoints)
  const pages = [...byPage].map(
    ([page, listed]) => [`${page.name}.md`, resourcePage(page, listed, exampleOf)] as const,
  )
  return new Map([['README.md', indexPage(byPage)], ...pages])
}

function resourcePage(
  { title, guide, name }: Page,
  endpoints: readonly Endpoint[],
  exampleOf: ExampleOf,
): string {
  const shapes = new Shapes(endpoints.map(({ response }) => schemaOf(response)))
  const comments = new Map(endpoints.flatMap(({ id }) => [...commentsOf(id, 'response')]))
  const isContent = name.startsWith('content-')
  const sections = endpoints.map((endpoint) => {
    const example = exampleOf(endpoint.id)
    if (!example) throw new Error(`${endpoint.id} has no example`)
    return endpointSection(endpoint, shapes, example)
  })
  const shared = shapes.printNamed(comments)
  const text = [
    `# ${title}${isContent ? ' (content API)' : ''}`,
    NOTE,
    `[API reference](README.md)${guide ? ` · [${titleOf(guide)}](../${guide})` : ''}`,
    ...sections,
    ...(shared.length === 0 ? [] : ['## Shapes', codeBlock('ts', shared.join('\n\n'))]),
  ].join('\n\n')
  return `${text}\n`
}

/** Returns the heading of a page in `docs`. */
const titleOf = (guide: string): string =>
  readFileSync(join(import.meta.dirname, '../../docs', guide), 'utf8')
    .slice(2)
    .split('\n', 1)[0] ?? ''

const INTRODUCTION = `Every call of the API, by resource, each with an example. [API](../api.md) explains authentication, errors and limits;
[Content API](../content-api.md) and [Dashboard API](../dashboard-api.md) explain the calls by task. For programs, \`GET /v3/openapi.json\` returns
the same list as an OpenAPI document.

In the examples, \`$URL\` is the address of the server, \`$READ_KEY\`, \`$PREVIEW_KEY\` and \`$WRITE_KEY\` are the keys of the bucket \`my-blog\`,
and \`$TOKEN\` is the token of a session or an access token. The answers are real, except that ids, dates and keys are replaced, and
\`…\` marks omissions.

Calls of the content API take the key as \`read_key\` or \`write_key\` in the address, or as a bearer token. They also accept \`pretty\` and
\`use_cache\`, which existing clients send and which have no effect. The tables omit these four. Paths that begin with \`/v3/\` and name no bucket
also work under \`/v3/admin/\`.

Every call can return the errors \`invalid\` (400), \`limited\` (429) and \`internal\` (500); calls with a session or a key also \`unauthenticated\` (401),
\`forbidden\` (403) and \`not_found\` (404). The sections list only further errors.`

function indexPage(byPage: ReadonlyMap<Page, readonly Endpoint[]>): string {
  const parts = groups.map(({ title, pages }) => {
    const rows = pages.map((page) => {
      const calls = (byPage.get(page) ?? []).map((endpoint) => `\`${headingOf(endpoint)}\``)
      return [`[${page.title}](${page.name}.md)`, calls.join('<br>')]
    })
    return `## ${title}\n\n${table([['page', 'calls'], ...rows])}`
  })
  return `${['# API reference', NOTE, INTRODUCTION, ...parts].join('\n\n')}\n`
}
