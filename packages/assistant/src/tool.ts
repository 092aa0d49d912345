import { isApiError } from '@typecase/plugin-sdk/api-error'
import type { McpServer, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server'
import type { InputRequiredResult } from '@modelcontextprotocol/server'
import type { Type } from 'arktype'

import { StalePlan } from './carry-out.ts'
import type { Session } from './session.ts'

/** The context of a tool call, in addition to its arguments. */
export interface ToolContext {
  readonly session: Session
  readonly mcp: ServerContext
  readonly server: McpServer
}

/** A tool: its name, its arguments and its answer as JSON. */
export interface Tool<Args extends object = object> {
  readonly name: string
  readonly title: string
  /** For a model that has never seen the product. Defined in code: it never contains content of a bucket. */
  readonly description: string
  readonly annotations: ToolAnnotations
  /** Metadata for extensions of the protocol. */
  readonly meta?: Readonly<Record<string, unknown>>
  readonly args: () => Type<Args>
  run(args: Args, context: ToolContext): Promise<object>
}

/** Defines a tool with typed arguments; lists of tools do not have their types. */
export const tool = <Args extends object>(definition: Tool<Args>): Tool => definition

/** Thrown when a tool has to ask the person at the client before it continues. */
export class AskPerson extends Error {
  readonly request: InputRequiredResult
  constructor(request: InputRequiredResult) {
    super('A person is asked.')
    this.request = request
  }
}

/** Registers a tool. Its answer is one text of JSON, in which values of objects remain strings. */
export function registerTool(server: McpServer, session: Session, definition: Tool): void {
  const { name, title, description, annotations, meta, args } = definition
  server.registerTool(
    name,
    { title, description, annotations, inputSchema: args(), ...(meta && { _meta: { ...meta } }) },
    async (input, mcp) => {
      try {
        return textOf(await definition.run(input, { session, mcp, server }))
      } catch (reason) {
        if (reason instanceof AskPerson) return reason.request
        return { ...textOf(describeError(reason)), isError: true }
      }
    },
  )
}

const textOf = (answer: object) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(answer) }],
})

/** Describes an error with the message of the form: what is wrong, at which argument, and the solution. */
function describeError(reason: unknown): object {
  if (reason instanceof StalePlan) return { error: reason.message, code: 'stale' }
  if (!(reason instanceof Error)) return { error: String(reason) }
  const code = 'code' in reason && typeof reason.code === 'string' ? reason.code : undefined
  // An error of this program: its message would not help a model.
  if (code === undefined) return { error: 'Something went wrong.', code: 'internal' }
  const details = isApiError(reason) ? reason.details : []
  return {
    error: reason.message,
    code,
    ...(details?.length && { details: details.map(({ path, message }) => ({ path, message })) }),
  }
}
