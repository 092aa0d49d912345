import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

import { PRODUCT } from '@typecase/contract/product'
import type { McpServer } from '@modelcontextprotocol/server'

const URI = `ui://${PRODUCT.toLowerCase()}/plan`
const MIME_TYPE = 'text/html;profile=mcp-app'

/** Metadata of a tool whose answer clients may show in this page. Older clients read the second key. */
export const planAppMeta = { ui: { resourceUri: URI }, 'ui/resourceUri': URI }

/** Registers the page that shows a plan, for clients with MCP Apps. */
export function registerPlanApp(server: McpServer): void {
  const _meta = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } }
  const config = {
    title: 'Plan',
    description: 'Shows the answer of `plan` and lets people leave objects out.',
    mimeType: MIME_TYPE,
    _meta,
  }
  server.registerResource('plan', URI, config, () => ({
    contents: [{ uri: URI, mimeType: MIME_TYPE, text: (page ??= makePage()), _meta }],
  }))
}

let page: string | undefined

const FOLDER = join(import.meta.dirname, 'plan-app')
const TOKENS = join(import.meta.dirname, '../../ui/src/tokens.css')

/** Returns the page as one file. Its policy allows its own script and styles, and no network. */
function makePage(): string {
  const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
  const style = withoutComments(readFileSync(TOKENS, 'utf8') + read('plan-page.css'))
  const script = javaScriptOf(read('plan-page.ts'))
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`
  return read('plan-page.html')
    .replace('content=""', () => `content="${policy}"`)
    .replace('</style>', () => `${style}</style>`)
    .replace('</script>', () => `${script}</script>`)
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const withoutComments = (css: string): string =>
  css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\n\s*/g, '\n')

function javaScriptOf(source: string): string {
  const { emitWarning } = process
  // Node.js would print an experimental warning amid other output; decision 0001 covers it.
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(source).replaceAll(/^\s+/gm, '')
  } finally {
    process.emitWarning = emitWarning
  }
}
