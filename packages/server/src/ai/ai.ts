import type { ChatAnswer, ChatMessage, ChatTool } from '@typecase/contract/ai'

import {
  AI_CHAT_TIMEOUT_MS,
  AI_IMAGE_TIMEOUT_MS,
  AI_TEXT_TIMEOUT_MS,
  MAX_AI_IMAGE_BYTES,
  MAX_AI_TEXT_BYTES,
} from '../limits.ts'
import { Failure, invalid, notConfigured } from '../http/failure.ts'
import type { Settings } from '../settings/settings.ts'
import { sentEvents } from './sent-events.ts'

export interface AiMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

export interface TextRequest {
  messages: readonly AiMessage[]
  /** A picture that belongs to the last message. */
  picture?: { type: string; bytes: Buffer }
  /** The default is the model in the settings. */
  model?: string | undefined
  maxTokens?: number | undefined
}

export interface ChatRequest {
  messages: readonly ChatMessage[]
  tools: readonly ChatTool[]
  maxTokens: number
}

export interface AiUsage {
  input_tokens: number
  output_tokens: number
}

export interface ImageRequest {
  prompt: string
  model?: string | undefined
  size?: string | undefined
  quality?: string | undefined
  style?: string | undefined
}

/**
 * An AI provider with the protocol of OpenAI (`AI_BASE_URL`). A caller's abort signal ends the request. All methods
 * throw Failure `not_configured` without a required setting, and `unavailable`, `timeout` or `limited` if the provider
 * fails.
 */
export interface Ai {
  /** The missing setting that text needs; null if none is missing. */
  readonly missing: 'AI_BASE_URL' | 'AI_MODEL' | null
  /** @throws Failure `not_configured`, `invalid` for a model that is not allowed */
  assertConfigured(model?: string): void
  /** Price of one token of a model, in tokens of the wallet. @throws Failure as `assertConfigured` */
  priceOf(model: string | undefined): number
  text(request: TextRequest, signal: AbortSignal): Promise<{ text: string; usage: AiUsage }>
  /** Returns the next message of a conversation, which may call tools. */
  chat(request: ChatRequest, signal: AbortSignal): Promise<{ message: ChatAnswer; usage: AiUsage }>
  /** Yields the text in pieces, and returns its usage. */
  stream(request: TextRequest, signal: AbortSignal): AsyncGenerator<string, AiUsage>
  image(
    request: ImageRequest,
    signal: AbortSignal,
  ): Promise<{ bytes: Buffer; prompt: string; usage: AiUsage }>
}

/** Default maximum of tokens of a text. */
export const TOKENS = 1000

interface ProviderMessage {
  content?: string | null
  tool_calls?: { id?: unknown; function?: { name?: unknown; arguments?: unknown } }[] | null
}

interface Completion {
  choices?: { message?: ProviderMessage; delta?: { content?: string | null } }[]
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null
}

export function createAi({
  AI_BASE_URL: base,
  AI_API_KEY: key,
  AI_MODEL: standard,
  AI_MODELS: models,
  PLAN_LIMITS,
}: Pick<Settings, 'AI_BASE_URL' | 'AI_API_KEY' | 'AI_MODEL' | 'AI_MODELS' | 'PLAN_LIMITS'>): Ai {
  // If tokens are sold, a model without a price cannot be used.
  const isOpen = models.size === 0 && PLAN_LIMITS === 'off'

  function modelOr(model: string | undefined): string {
    if (base === undefined)
      throw notConfigured('AI is not set up on this server. Its operator can set AI_BASE_URL.')
    const name = model ?? standard
    if (name === undefined) throw notConfigured('AI_MODEL is missing. It names the model to use.')
    if (isOpen || name === standard || models.has(name)) return name
    const names = [...new Set([...(standard === undefined ? [] : [standard]), ...models.keys()])]
    throw invalid('model', `model must be one of ${names.join(', ')}`, 'one_of')
  }

  /** Sends a request. @param signal aborted by the caller, or when the request takes too long */
  async function send(path: string, body: object, signal: AbortSignal): Promise<Response> {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      signal,
    })
    if (response.ok) return response
    await response.body?.cancel()
    throw refusalOf(response.status)
  }

  function bodyOf({ messages, picture, model, maxTokens = TOKENS }: TextRequest): object {
    const last = messages.length - 1
    return {
      model: modelOr(model),
      max_tokens: maxTokens,
      messages: messages.map(({ role, content }, index) =>
        picture && index === last
          ? { role, content: [{ type: 'text', text: content }, imagePart(picture)] }
          : { role, content },
      ),
    }
  }

  return {
    missing: base === undefined ? 'AI_BASE_URL' : standard === undefined ? 'AI_MODEL' : null,
    assertConfigured: (model) => void modelOr(model),
    priceOf: (model) => models.get(modelOr(model)) ?? 1,

    text: (request, signal) =>
      withinTime(signal, AI_TEXT_TIMEOUT_MS, async (deadline) => {
        const response = await send('/chat/completions', bodyOf(request), deadline)
        const { choices, usage } = (await readJson(response, MAX_AI_TEXT_BYTES)) as Completion
        const text = choices?.[0]?.message?.content
        if (typeof text !== 'string') throw senseless()
        return { text, usage: usageOf(usage) }
      }),

    chat: ({ messages, tools, maxTokens }, signal) =>
      withinTime(signal, AI_CHAT_TIMEOUT_MS, async (deadline) => {
        const body = { model: modelOr(undefined), max_tokens: maxTokens, messages }
        const response = await send(
          '/chat/completions',
          tools.length > 0 ? { ...body, tools } : body,
          deadline,
        )
        const { choices, usage } = (await readJson(response, MAX_AI_TEXT_BYTES)) as Completion
        return { message: answerOf(choices?.[0]?.message), usage: usageOf(usage) }
      }),

    async *stream(request, signal) {
      const body = { ...bodyOf(request), stream: true, stream_options: { include_usage: true } }
      const ended = AbortSignal.timeout(AI_TEXT_TIMEOUT_MS)
      let usage: Completion['usage']
      try {
        const deadline = AbortSignal.any([signal, ended])
        const response = await send('/chat/completions', body, deadline)
        for await (const data of sentEvents(response, MAX_AI_TEXT_BYTES)) {
          if (data === '[DONE]') break
          const part = JSON.parse(data) as Completion
          usage = part.usage ?? usage
          const text = part.choices?.[0]?.delta?.content
          if (text) yield text
        }
      } catch (reason) {
        throw asFailure(reason, signal, ended)
      }
      return usageOf(usage)
    },

    image: ({ prompt, model, size, quality, style }, signal) =>
      withinTime(signal, AI_IMAGE_TIMEOUT_MS, async (deadline) => {
        const body = { model: modelOr(model), prompt, size, quality, style, n: 1 }
        const response = await send('/images/generations', body, deadline)
        const answer = (await readJson(response, MAX_AI_IMAGE_BYTES)) as {
          data?: { b64_json?: string; url?: string; revised_prompt?: string }[]
          usage?: Partial<AiUsage>
        }
        const usage = { input_tokens: 0, output_tokens: 0, ...answer.usage }
        const [picture] = answer.data ?? []
        const revised = picture?.revised_prompt ?? prompt
        if (picture?.b64_json !== undefined)
          return { bytes: Buffer.from(picture.b64_json, 'base64'), prompt: revised, usage }
        // Some providers return an address instead; the operator trusts them with it.
        if (picture?.url === undefined || !/^https?:/.test(picture.url)) throw senseless()
        const file = await fetch(picture.url, { signal: deadline })
        if (!file.ok) throw refusalOf(file.status)
        return { bytes: await readBytes(file, MAX_AI_IMAGE_BYTES), prompt: revised, usage }
      }),
  }
}

/** Parses the JSON array in an answer; models often put JSON into a block of code. */
export function listIn(text: string): unknown[] | undefined {
  const from = text.indexOf('[')
  const to = text.lastIndexOf(']')
  if (from === -1 || to < from) return undefined
  try {
    return JSON.parse(text.slice(from, to + 1)) as unknown[]
  } catch {
    return undefined
  }
}

const imagePart = ({ type, bytes }: { type: string; bytes: Buffer }) => ({
  type: 'image_url',
  image_url: { url: `data:${type};base64,${bytes.toString('base64')}` },
})

/** Reads the provider's message. @throws Failure `unavailable` for an unexpected one */
function answerOf(message: ProviderMessage | undefined): ChatAnswer {
  const content = message?.content ?? null
  const calls = message?.tool_calls ?? []
  if (!Array.isArray(calls) || (typeof content !== 'string' && calls.length === 0))
    throw senseless()
  const tool_calls = calls.map(({ id, function: called }) => {
    const { name, arguments: input } = called ?? {}
    if (typeof id !== 'string' || typeof name !== 'string' || typeof input !== 'string')
      throw senseless()
    return { id, type: 'function' as const, function: { name, arguments: input } }
  })
  return { role: 'assistant', content, tool_calls }
}

const usageOf = (usage: Completion['usage']): AiUsage => ({
  input_tokens: usage?.prompt_tokens ?? 0,
  output_tokens: usage?.completion_tokens ?? 0,
})

async function withinTime<T>(
  signal: AbortSignal,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = AbortSignal.timeout(ms)
  try {
    return await work(AbortSignal.any([signal, ended]))
  } catch (reason) {
    throw asFailure(reason, signal, ended)
  }
}

async function readBytes(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  // The body of a fetch yields bytes.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > most) throw new Failure('too_large', 'The answer of the AI provider is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readJson(response: Response, most: number): Promise<unknown> {
  const text = (await readBytes(response, most)).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw senseless()
  }
}

/** Creates the failure for an answer in which the expected parts are missing. */
export const senseless = () =>
  new Failure('unavailable', 'The AI provider (AI_BASE_URL) answered something unexpected.')

function refusalOf(status: number): Failure {
  if (status === 401 || status === 403)
    return new Failure(
      'unavailable',
      'The AI provider refuses the key of this server (AI_API_KEY).',
    )
  if (status === 404)
    return new Failure(
      'unavailable',
      'The AI provider does not know the model, or AI_BASE_URL is wrong.',
    )
  if (status === 429)
    return new Failure(
      'limited',
      'The AI provider accepts no more requests for now. Try again later.',
    )
  if (status >= 500)
    return new Failure('unavailable', 'The AI provider has a problem. Try again later.')
  return new Failure('invalid', `The AI provider refuses the request (${status}).`)
}

function asFailure(reason: unknown, signal: AbortSignal, ended: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (ended.aborted) return new Failure('timeout', 'The AI provider took too long.')
  if (reason instanceof SyntaxError) return senseless()
  if (!(reason instanceof TypeError)) return reason
  // `fetch` throws a TypeError when there is no response.
  return new Failure('unavailable', 'The AI provider (AI_BASE_URL) cannot be reached.')
}
