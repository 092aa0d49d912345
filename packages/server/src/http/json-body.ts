import { setImmediate } from 'node:timers/promises'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { MAX_JSON_KEYS } from '../limits.ts'
import { assertStorable } from '../storable.ts'
import { tooManyKeys } from './json-bounds.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the handler gets the body as unparsed text. */
    isRaw?: boolean
  }
}

/** The minimum length of a key with its value, in characters: `"":1,`. */
const SHORTEST_KEY = 5
/** Length in characters from which bodies are parsed one at a time, since parsing takes milliseconds. */
const LARGE = 100_000

/** The end of a key. Inside a string, an odd number of backslashes precedes a quote. */
const KEY_END = /(?<!\\)(?:\\\\)*"\s*:/g

/**
 * Parses JSON bodies. Keys are counted before parsing, because parsing costs twenty times as much. Large bodies are
 * parsed one at a time, with other requests in between.
 */
export function installJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  let last: Promise<void> = Promise.resolve()

  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string | Buffer) => {
      const text = body.toString()
      if (request.routeOptions.config.isRaw) return text
      const isLarge = text.length >= LARGE
      if (isLarge) {
        last = last.then(() => setImmediate())
        await last
      }
      if (hasTooManyKeys(text)) throw tooManyKeys()
      const value = await new Promise<unknown>((resolve, reject) => {
        void parse(request, text, (error, parsed) => (error ? reject(error) : resolve(parsed)))
      })
      assertStorable(value, text)
      // Validation takes as long as parsing, so let other requests run in between.
      if (isLarge) await setImmediate()
      return value
    },
  )
}

function hasTooManyKeys(text: string): boolean {
  if (text.length < MAX_JSON_KEYS * SHORTEST_KEY) return false
  let keys = 0
  for (const _end of text.matchAll(KEY_END)) if ((keys += 1) > MAX_JSON_KEYS) return true
  return false
}
