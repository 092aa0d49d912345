import { type FromPage, MAX_PREVIEW_MESSAGE } from '@typecase/preview/protocol'
import { type } from 'arktype'

/** Keys that a page may pass on to the dashboard. */
export const pageKeys = ['Alt+V', 'Alt+E', 'Alt+]', 'Alt+[', 'Mod+k', 'Escape'] as const
export type PageKey = (typeof pageKeys)[number]

/** A validated message of a page. */
export type PageMessage = Exclude<FromPage, { kind: 'key' }> | { kind: 'key'; key: PageKey }

function build() {
  const source = type({
    object: /^[\da-f]{24}$/,
    path: /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+){0,9}$/u,
  })
  const editable = source.and({ text: 'string <= 1000' })
  return type({
    kind: "'page'",
    url: 'string <= 4000',
    title: 'string <= 1000',
    editables: editable.array().atMostLength(5000),
  })
    .or({ kind: "'open'", source })
    .or({ kind: "'key'", key: type.enumerated(...pageKeys) })
    .or({ kind: "'labels-closed'" })
}

let schema: ReturnType<typeof build> | undefined

/** Parses a message. @returns a message of the protocol; undefined for anything else */
export function readMessage(data: unknown): PageMessage | undefined {
  const message = (schema ??= build())(data)
  if (message instanceof type.errors) return undefined
  return JSON.stringify(message).length > MAX_PREVIEW_MESSAGE ? undefined : message
}
