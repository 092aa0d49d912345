import type { Plugin } from 'vite'
import { parseAst } from 'vite'

import type { Endpoint } from '../packages/contract/src/endpoint.ts'
import { responseKeys } from '../src/api/response-keys.ts'

/** Matches modules that declare endpoints; imports that only serve types have been erased already. */
const DECLARES = /from\s*['"](?:@typecase\/contract\/endpoint|\.\/endpoint\.ts)['"]/

/** Keys of an endpoint that only the server reads, for checks and documentation. */
const SERVER_ONLY = new Set(['response', 'summary', 'errors'])

interface Property {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly key?: { readonly name?: string }
  readonly value?: { readonly value?: unknown }
}

/**
 * Replaces the response schema of each endpoint with the keys of the response, since a browser takes up to a tenth of a
 * second to build the schema, and removes the keys that only the server reads. So a call and its keys load together.
 */
export function browserEndpoints(): Plugin {
  return {
    name: 'browser-endpoints',
    async transform(code, id) {
      const [file = id] = id.split('?')
      if (file.includes('/node_modules/') || !DECLARES.test(code)) return null
      const declared = new Map(
        Object.values((await import(file)) as Record<string, unknown>)
          .filter(isEndpoint)
          .map((endpoint) => [endpoint.id, endpoint]),
      )
      let browserCode = code
      // Go from last to first, so that offsets stay valid.
      for (const properties of declarations(code).toReversed()) {
        const endpoint = declared.get(idIn(properties))
        // The response of an event stream has no keys.
        if (!endpoint || endpoint.isEventStream) continue
        for (const { start, end, key } of properties.toReversed()) {
          if (!SERVER_ONLY.has(key?.name ?? '')) continue
          const keys =
            key?.name === 'response' ? `answer: ${JSON.stringify(responseKeys(endpoint))},` : ''
          browserCode =
            browserCode.slice(0, start) + keys + browserCode.slice(after(browserCode, end))
        }
      }
      return { code: browserCode, map: null }
    },
  }
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'response' in value && 'path' in value

const idIn = (properties: readonly Property[]): string =>
  String(properties.find(({ key }) => key?.name === 'id')?.value?.value)

/** Returns the offset after the following comma, if there is one. */
const after = (code: string, end: number): number =>
  end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0)

/** Returns the properties of each `endpoint({ … })` that initialises a variable of the module. */
function declarations(code: string): (readonly Property[])[] {
  return parseAst(code).body.flatMap((statement) => {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ init }) => {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return []
      const [spec] = init.arguments
      return init.callee.name === 'endpoint' && spec?.type === 'ObjectExpression'
        ? // The parser's own types tell every kind of node apart; a declaration only holds plain properties.
          [spec.properties as unknown as readonly Property[]]
        : []
    })
  })
}
