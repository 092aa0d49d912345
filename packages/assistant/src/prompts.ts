import { isApiError, isMissing } from '@typecase/plugin-sdk/api-error'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

import { fixedPrompts } from './fixed-prompts.ts'
import { macroPrompt, macroPrompts } from './macro-prompts.ts'
import { checkValues, type Prompt } from './prompt.ts'
import type { Session } from './session.ts'

/** Registers prompts. They are read in each call, because macros are content. */
export function registerPrompts({ server }: McpServer, session: Session): void {
  server.registerCapabilities({ prompts: { listChanged: false } })
  server.setRequestHandler('prompts/list', async () => ({
    prompts: [...fixedPrompts, ...(await ofDefaultBucket(session))].map(
      ({ text: _, arguments: args, ...prompt }) => ({ ...prompt, arguments: [...args] }),
    ),
  }))
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: values = {} } }) => {
    try {
      const prompt = await promptNamed(session, name)
      checkValues(prompt, values)
      const text = prompt.text(values)
      return {
        description: prompt.description,
        messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
      }
    } catch (reason) {
      if (reason instanceof Refusal || isApiError(reason))
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, reason.message)
      throw reason
    }
  })
}

/** Returns the macros of the assistant's default bucket as prompts, since a list of prompts names no bucket. */
async function ofDefaultBucket(session: Session): Promise<Prompt[]> {
  try {
    return await macroPrompts(session, await session.slugOf(undefined))
  } catch (reason) {
    if (reason instanceof Refusal || isMissing(reason) || isApiError(reason, 'forbidden')) return []
    throw reason
  }
}

async function promptNamed(session: Session, name: string): Promise<Prompt> {
  const fixed = fixedPrompts.find((prompt) => prompt.name === name)
  if (fixed) return fixed
  const slug = await session.slugOf(undefined)
  const prompt = await macroPrompt(session, slug, name).catch((reason: unknown) => {
    if (isMissing(reason)) return undefined
    throw reason
  })
  if (prompt) return prompt
  throw new Refusal(`There is no prompt “${name}”.`)
}
