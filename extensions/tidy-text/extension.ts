import { defineExtension, type ObjectType, type ObjectUpdate } from '@typecase/extension-sdk'

const quotes: Record<string, readonly [string, string]> = {
  english: ['“', '”'],
  german: ['„', '“'],
  french: ['« ', ' »'],
}

/** Types of prose fields, without code, addresses and HTML. */
const PROSE = ['text', 'textarea', 'markdown']

defineExtension({
  commands: {
    async tidy({ args, objectIds, host, signal, progress }) {
      const { quotes: style } = args
      const marks = typeof style === 'string' ? quotes[style] : undefined
      const types = new Map((await host.objectTypes.list()).map((type) => [type.slug, type]))
      const updates: ObjectUpdate[] = []
      let done = 0
      for await (const object of host.objects.byIds(objectIds)) {
        if (signal.aborted) break
        const data = changed(object, types.get(object.type), marks)
        if (data) updates.push({ object_id: object.id, rev: object.rev, data })
        progress((done += 1), objectIds.length)
      }
      return { updates, message: 'Every text is tidy already.' }
    },
  },
})

interface Texts {
  readonly title: string
  readonly metadata: Readonly<Record<string, unknown>>
}

/** The changed fields of an object; undefined if it is tidy already. */
function changed(
  { title, metadata }: Texts,
  type: ObjectType | undefined,
  marks: readonly [string, string] | undefined,
) {
  const tidied = Object.fromEntries(
    (type?.metafields ?? []).flatMap(({ key, type: kind }) => {
      const before = metadata[key]
      if (!PROSE.includes(kind) || typeof before !== 'string') return []
      const after = tidy(before, marks, kind === 'markdown')
      return after === before ? [] : [[key, after]]
    }),
  )
  const name = tidy(title, marks, false)
  const hasFields = Object.keys(tidied).length > 0
  if (name === title && !hasFields) return undefined
  return { ...(name !== title && { title: name }), ...(hasFields && { metadata: tidied }) }
}

/** Code and addresses within a text, which stay unchanged. */
const KEPT = /(```[\s\S]*?```|`[^`\n]*`|https?:\/\/\S+)/

/** @param isMarkdown spaces at the beginning and the end of lines have a meaning */
export function tidy(
  text: string,
  marks: readonly [string, string] | undefined,
  isMarkdown: boolean,
): string {
  const parts = text.split(KEPT)
  const mended = parts.map((part, index) =>
    index % 2 === 1 ? part : mend(part, marks, isMarkdown),
  )
  const whole = mended.join('')
  return isMarkdown ? whole : whole.trim()
}

function mend(
  text: string,
  marks: readonly [string, string] | undefined,
  isMarkdown: boolean,
): string {
  const spaced = text
    .replace(isMarkdown ? /(?<=\S) {2,}(?=\S)/g : /[ \t]{2,}/g, ' ')
    .replace(/ +(?=[,;](?!\)))/g, '')
    .replace(/\.{3}/g, '…')
    .replace(/(?<=\w) - (?=\w)/g, ' – ')
    .replace(/(?<=\d)-(?=\d{4}\b)/g, '–')
  if (!marks) return spaced
  const [open, close] = marks
  return spaced
    .replace(/(^|[\s([])"(?=\S)/g, `$1${open}`)
    .replace(/(?<=\S)"(?=$|[\s.,;:!?…)\]–—])/g, close)
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
}
