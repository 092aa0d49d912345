import type { Endpoint } from '@typecase/contract/endpoint'
import { errorCodes } from '@typecase/contract/errors'
import { pathsOf } from '@typecase/server/http/mount'

import { table } from '../../tests/faults/authorization-table.ts'
import { callersOf } from './callers.ts'
import { commentsOf } from './contract-comments.ts'
import type { Example } from './examples.ts'
import { schemaOf } from './json-schemas.ts'
import { codeBlock } from './markdown.ts'
import { parameterTable } from './parameters.ts'
import type { Shapes } from './shapes.ts'

/** Returns the heading of an endpoint, such as `GET /v3/objects/list`. */
export const headingOf = (endpoint: Endpoint): string =>
  `${endpoint.method} ${(pathsOf(endpoint).at(-1) ?? '').replaceAll(/:(\w+)/g, '{$1}')}`

/** Returns the section of an endpoint. */
export function endpointSection(endpoint: Endpoint, shapes: Shapes, example: Example): string {
  const row = table[endpoint.id]
  if (!row) throw new Error(`${endpoint.id} has no row in the authorization table`)
  const parameters = parameterTable(endpoint, commentsOf(endpoint.id, 'body'))
  return [
    `## ${headingOf(endpoint)}`,
    sentence(endpoint.summary),
    `**Who can call it:** ${callersOf(endpoint, row)}${errorsOf(endpoint)}`,
    ...(parameters ? [parameters] : []),
    exampleText(example),
    answerShape(endpoint, shapes),
  ].join('\n\n')
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

function errorsOf({ errors = [] }: Endpoint): string {
  const codes = errors.map((code) => `\`${code}\` (${errorCodes[code]})`)
  return codes.length === 0 ? '' : ` **Errors:** ${codes.join(', ')}.`
}

function exampleText({ request, status, answer, reason }: Example): string {
  const command = codeBlock('sh', request)
  if (reason) return `${command}\n\nThe answer is not shown: ${reason}.`
  return answer === undefined
    ? command
    : `${command}\n\n${codeBlock('jsonc', `// ${status}\n${answer}`)}`
}

function answerShape(endpoint: Endpoint, shapes: Shapes): string {
  const { response, status = 200, file } = endpoint
  const schema = schemaOf(response)
  if (file)
    return `**Answer:** ${status}, a file (${file.map((type) => `\`${type}\``).join(', ')}).`
  if (schema.type === 'string') return `**Answer:** ${status}, a stream of server-sent events.`
  const text = shapes.print(schema, commentsOf(endpoint.id, 'response'))
  return `**Answer:** ${status}\n\n${codeBlock('ts', text)}`
}
