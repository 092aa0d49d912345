import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { ROOT } from './sources.ts'

/** A request as a page of the docs shows it. */
export interface CurlRequest {
  readonly line: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | undefined
  /** The status in the example: `# 400` at its end; 200 to 299 by default. */
  readonly status: number | undefined
  /** Marked with `# stream`: the response continues as long as the client listens. */
  readonly isStream: boolean
}

/** Returns the curl commands in the shell blocks of a page, in order. */
export function curlLines(markdown: string): string[] {
  return [...markdown.matchAll(/```sh\n([\s\S]*?)```/g)]
    .flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => line.startsWith('curl '))
}

/**
 * Parses a curl command with the options that our pages use.
 * @throws when it uses another option, or an undefined variable
 */
export function readCurl(line: string, variables: Readonly<Record<string, string>>): CurlRequest {
  const { words, comment } = splitWords(line, variables)
  const headers: Record<string, string> = {}
  const parameters = new URLSearchParams()
  let method: string | undefined
  let url = ''
  let body: string | undefined
  let form: FormData | undefined
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const next = () => words[(at += 1)] ?? ''
    if (word === '-H') {
      const [name = '', ...value] = next().split(':')
      headers[name.trim().toLowerCase()] = value.join(':').trim()
    } else if (word === '-d' || word === '--data-urlencode') {
      const [name = '', ...value] = next().split('=')
      parameters.append(name, value.join('='))
    } else if (word === '--json') {
      body = next()
      headers['content-type'] = 'application/json'
    } else if (word === '-F' || word === '--form-string') {
      const [name = '', ...rest] = next().split('=')
      const value = rest.join('=')
      form ??= new FormData()
      if (word === '-F' && value.startsWith('@')) {
        const path = value.slice(1)
        form.set(name, new Blob([readFileSync(join(ROOT, path))]), basename(path))
      } else form.set(name, value)
    } else if (word === '-X') method = next()
    else if (word === '-G' || word === '-N') continue
    else if (word.startsWith('-'))
      throw new Error(`This test does not know curl's ${word}: ${line}`)
    else url = word
  }
  return {
    line,
    method: method ?? (body === undefined && form === undefined ? 'GET' : 'POST'),
    url: parameters.size > 0 ? `${url}?${parameters}` : url,
    headers,
    body: form ?? body,
    status: /^\d+$/.test(comment) ? Number(comment) : undefined,
    isStream: comment === 'stream',
  }
}

/** Splits a line as a shell does: by quotes, and with `$NAME` outside single quotes. */
function splitWords(line: string, variables: Readonly<Record<string, string>>) {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? ''
    if (char === quote) quote = ''
    else if (quote === '' && (char === "'" || char === '"')) {
      quote = char
      word ??= ''
    } else if (quote === '' && char === '#' && word === undefined) {
      return { words, comment: line.slice(at + 1).trim() }
    } else if (quote === '' && char === ' ') {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (quote !== "'" && char === '$') {
      const name = /^\w+/.exec(line.slice(at + 1))?.[0] ?? ''
      const value = variables[name]
      if (value === undefined) throw new Error(`Nothing has set $${name}: ${line}`)
      word = (word ?? '') + value
      at += name.length
    } else word = (word ?? '') + char
  }
  if (word !== undefined) words.push(word)
  return { words, comment: '' }
}
