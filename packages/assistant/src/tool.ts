import { isApiError } from '@typecase/plugin-sdk/api-error'
import type { McpServer, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server'
import type { InputRequiredResult } from '@modelcontextprotocol/server'
import type { Type } from 'arktype'

import { StalePlan } from './carry-out.ts'
import type { Session } from './session.ts'

/** What a tool works with, in addition to its arguments. */
export interface ToolContext {
  readonly session: Session
  readonly mcp: ServerContext
  readonly server: McpServer
}

/** A tool: what it is called, what it takes, and what it answers as JSON. */
export interface Tool<Args extends object = object> {
  readonly name: string
  readonly title: string
  /** For a model that has never seen the product. From code alone: content of a bucket never gets here. */
  readonly description: string
  readonly annotations: ToolAnnotations
  /** What extensions of the protocol read of it. */
  readonly meta?: Readonly<Record<string, unknown>>
  readonly args: () => Type<Args>
  run(args: Args, context: ToolContext): Promise<object>
}

/** Keeps the types of the arguments, which a list of tools does not know. */
export const tool = <Args extends object>(definition: Tool<Args>): Tool => definition

/** A tool asks the person at the client, before it goes on. */
export class AskPerson extends Error {
  readonly request: InputRequiredResult
  constructor(request: InputRequiredResult) {
    super('A person is asked.')
    this.request = request
  }
}

/** Registers a tool. Its answer is JSON in one text, in which values of objects stay strings. */
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

/** An error in the words of the form: what is wrong, at which argument, and the way out. */
function describeError(reason: unknown): object {
  if (reason instanceof StalePlan) return { error: reason.message, code: 'stale' }
  if (!(reason instanceof Error)) return { error: String(reason) }
  const code = 'code' in reason && typeof reason.code === 'string' ? reason.code : undefined
  // A mistake of this program: its words are of no use to a model.
  if (code === undefined) return { error: 'Something went wrong.', code: 'internal' }
  const details = isApiError(reason) ? reason.details : []
  return {
    error: reason.message,
    code,
    ...(details?.length && { details: details.map(({ path, message }) => ({ path, message })) }),
  }
}
