import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { type ChatAnswer, chatBounds, type ChatMessage, completeChat } from '@typecase/contract/ai'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import type { Json, JsonObject } from '@typecase/plugin-sdk/json'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Toasts } from '@typecase/plugin-sdk/services'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'

import { describeCommands } from '../ask/described-commands.ts'
import { describeTypes } from '../ask/described-types.ts'
import { openingMessages } from '../ask/instructions.ts'
import { answer, findCommands, objectTypes } from '../ask/tools.ts'
import { markOff } from '../off.ts'
import { readAnswer } from './read-answer.ts'

/** Limit of requests to the model per sentence. */
const MAX_REQUESTS = 3
const MAX_CALLS = 8
const ANSWER_TOKENS = 1500

/** Returns the rows for a sentence. @throws Refusal with a message for the palette when there are none */
export async function answerSentence(
  sentence: string,
  context: SearchContext,
): Promise<readonly Row[]> {
  try {
    return await converse(sentence, context)
  } catch (error) {
    if (!isApiError(error, 'not_configured')) throw error
    markOff(context.services)
    context.services.get(Toasts).show({
      message: `${error.message} Sentences need a model: see “Settings” in docs/operations.md.`,
    })
    return []
  }
}

async function converse(sentence: string, context: SearchContext): Promise<readonly Row[]> {
  const { services, facts, signal } = context
  const messages: ChatMessage[] = openingMessages(sentence, facts)
  let problem = ''
  for (let request = 1; request <= MAX_REQUESTS; request += 1) {
    const tools = request < MAX_REQUESTS ? [findCommands, objectTypes, answer] : [answer]
    const slug = bucketSlugOf(facts)
    const body = { slug, messages, tools, max_tokens: ANSWER_TOKENS }
    const { message } = await services.get(Api).call(completeChat, { body }, { signal })
    const calls = message.tool_calls.slice(0, MAX_CALLS)
    if (calls.length === 0) break
    const ending = calls.find(({ function: { name } }) => name === answer.function.name)
    if (ending) {
      const read = await readAnswer(inputOf(ending), context)
      if (!('problem' in read)) return read.length > 0 ? read : refuse(sentence)
      ;({ problem } = read)
    }
    messages.push({ ...message, tool_calls: calls })
    for (const call of calls) {
      const result = call === ending ? { problem } : await resultOf(call, context)
      messages.push({ role: 'tool', tool_call_id: call.id, content: contentOf(result) })
    }
  }
  if (problem !== '') throw new Refusal(problem)
  return refuse(sentence)
}

function refuse(sentence: string): never {
  throw new Refusal(`No command fits “${sentence}”. Say it in other words.`)
}

type Call = ChatAnswer['tool_calls'][number]

async function resultOf(call: Call, { services, facts }: SearchContext): Promise<Json> {
  const { words } = inputOf(call)
  switch (call.function.name) {
    case findCommands.function.name:
      if (typeof words !== 'string') return { problem: 'words must be a text.' }
      return { data: await describeCommands(services, words.slice(0, 100)) }
    case objectTypes.function.name:
      return { data: await describeTypes(services, facts) }
    default:
      return { problem: `There is no tool “${call.function.name}”.` }
  }
}

const contentOf = (result: Json): string =>
  JSON.stringify(result).slice(0, chatBounds.contentCharacters)

function inputOf({ function: { arguments: text } }: Call): JsonObject {
  try {
    const input = JSON.parse(text) as Json
    // A list has none of the keys that are read from the result.
    return typeof input === 'object' && input !== null ? (input as JsonObject) : {}
  } catch {
    return {}
  }
}
