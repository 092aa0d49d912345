import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { API_PAGES } from './api-reference/committed-pages.ts'
import { runExamples } from './api-reference/examples.ts'
import { endpointsByPage } from './api-reference/page-list.ts'
import { makePages } from './api-reference/pages.ts'

/** `npm run docs:api`: writes `docs/api` from the contract and the responses of a server. */
const folder = API_PAGES
const { endpoints, byId } = await runExamples((all) => endpointsByPage(all).values())
const pages = makePages(endpoints, (id) => byId.get(id))
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const [name, text] of pages) writeFileSync(join(folder, name), text)
process.stdout.write(`${pages.size} pages in docs/api\n`)
