import type { Endpoint } from '@typecase/contract/endpoint'
import { pathsOf } from '@typecase/server/http/mount'

import type { ExampleInput } from './example-input.ts'
import { jsonText } from './json-text.ts'

const WIDTH = 100

/** The credentials of a request in the command. */
export interface ExampleCaller {
  readonly header?: string
  /** Such as `read_key=$READ_KEY`. */
  readonly query?: string
}

/** Returns a request as a curl command. */
export function curlText(
  endpoint: Endpoint,
  { params = {}, query = {}, body, form, file, headers = {} }: ExampleInput,
  { header, query: keyQuery }: ExampleCaller,
): string {
  const method = endpoint.method
  const path = (pathsOf(endpoint).at(-1) ?? '').replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const isPlain = (value: string) => encodeURIComponent(value) === value
  const pairs = Object.entries(query).map(([name, value]) => [name, textOf(value)] as const)
  const inAddress = pairs.filter(([, value]) => method !== 'GET' || isPlain(value))
  const encoded = pairs.filter((pair) => !inAddress.includes(pair))
  const search = [
    ...inAddress.map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
    ...(keyQuery ? [keyQuery] : []),
  ].join('&')
  const isPost = body !== undefined || form !== undefined || file !== undefined
  const parts = [
    `curl ${methodOption(method, isPost)}${encoded.length > 0 ? '-G ' : ''}"$URL${path}${search && `?${search}`}"`,
    ...(header ? [`-H "${header}"`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...encoded.map(([name, value]) => `--data-urlencode '${quote(`${name}=${value}`)}'`),
    ...(body === undefined ? [] : [`--json '${quote(bodyText(body))}'`]),
    ...(file ? [`--data-binary @${file.name}`] : []),
    ...Object.entries(form ?? {}).map(([name, value]) =>
      typeof value === 'string' ? `-F '${name}=${quote(value)}'` : `-F ${name}=@${value.name}`,
    ),
  ]
  const line = parts.join(' ')
  return line.length <= WIDTH ? line : parts.join(' \\\n  ')
}

const methodOption = (method: string, isPost: boolean): string =>
  method === (isPost ? 'POST' : 'GET') ? '' : `-X ${method} `

function bodyText(body: unknown): string {
  const line = JSON.stringify(body)
  return line.length <= WIDTH ? line : jsonText(body)
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const quote = (text: string): string => text.replaceAll("'", String.raw`'\''`)
