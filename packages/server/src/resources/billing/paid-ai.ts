import { type Ai, type AiUsage, type ChatRequest, type TextRequest, TOKENS } from '../../ai/ai.ts'
import type { App } from '../../app.ts'
import { forbidden } from '../../http/failure.ts'
import { reload } from './tokens.ts'
import {
  bucketSpender,
  type Need,
  reserve,
  type Reservation,
  settleReservation,
  type Spender,
} from './wallet.ts'

/** Average number of characters per token in English, according to providers. */
const LETTERS_OF_TOKEN = 4
/** Upper bounds: the tokens that providers add per message for its role, and the tokens of a picture that is sent. */
const TOKENS_OF_MESSAGE = 20
const TOKENS_OF_PICTURE = 2000
/** Tokens charged for a generated picture, since few providers report them. */
const TOKENS_OF_DRAWING = 4800
/** If few tokens are left, a text without a requested length may be as short as this, in tokens. */
const SHORTEST = 100

/** Estimates the tokens of a call, for providers that report none. */
const estimate = (sent: number, received: number): AiUsage => ({
  input_tokens: Math.ceil(sent / LETTERS_OF_TOKEN),
  output_tokens: Math.ceil(received / LETTERS_OF_TOKEN),
})

const lettersIn = ({ messages }: TextRequest): number =>
  messages.reduce((sum, { content }) => sum + content.length, 0)

/** Returns an upper bound of the input's tokens. A token has at least one byte. */
const mostSent = ({ messages, picture }: TextRequest): number =>
  messages.reduce((sum, { content }) => sum + Buffer.byteLength(content) + TOKENS_OF_MESSAGE, 0) +
  (picture ? TOKENS_OF_PICTURE : 0)

/** Returns an upper bound of a conversation's input tokens. Tools and calls are sent as JSON. */
const mostSentInChat = ({ messages, tools }: ChatRequest): number =>
  Buffer.byteLength(JSON.stringify([messages, tools])) + messages.length * TOKENS_OF_MESSAGE

const sumOf = ({ input_tokens, output_tokens }: AiUsage): number => input_tokens + output_tokens

/** Returns the AI for a bucket. */
export const aiOf = (app: App, bucketId: string): Ai => paidAi(app, bucketSpender(bucketId))

/**
 * Returns the AI that a spender pays for. If plans are enforced, a call first reserves the most tokens that it can use
 * from the payer's wallet, and is charged for the actual use afterwards. Without enough tokens it is refused.
 * `AI_MODELS` defines the price of a model's token.
 */
export function paidAi(app: App, spender: Spender): Ai {
  const { ai, settings } = app
  if (settings.PLAN_LIMITS === 'off') return ai

  /**
   * Reserves tokens for a call, after an auto-reload if necessary.
   * @throws Failure `forbidden` if there are not enough tokens
   */
  async function setAside(need: Need): Promise<Reservation> {
    const first = await reserve(app, spender, need)
    if ('id' in first) return first
    await buyMore(first.userId, need.least)
    const second = await reserve(app, spender, need)
    if ('id' in second) return second
    const balance = second.spendable
    throw forbidden(
      balance <= 0
        ? 'There are no AI tokens left for this project. Its payer can buy more under Billing.'
        : `This can take ${need.least.toLocaleString('en-US')} AI tokens, and ${balance.toLocaleString('en-US')} are left. Ask for less, or have the payer buy more under Billing.`,
    )
  }

  const buyMore = (userId: string, needed?: number) =>
    reload(app, userId, needed).catch((reason: unknown) =>
      app.log.warn({ err: reason }, 'auto-reload could not be tried'),
    )

  async function settle(reservation: Reservation, usage: AiUsage, price: number): Promise<void> {
    const { bucketId } = spender
    if (bucketId !== null) {
      app.metering.add(bucketId, 'ai_input_tokens', usage.input_tokens)
      app.metering.add(bucketId, 'ai_output_tokens', usage.output_tokens)
    }
    await settleReservation(app, reservation, Math.ceil(sumOf(usage) * price))
    // The purchase runs in the background, so the reader of the text does not wait for it.
    if (sumOf(usage) > 0) void buyMore(reservation.userId)
  }

  /** Reserves tokens for a text. @returns the request, limited to the reserved tokens */
  async function begin<R extends { model?: string | undefined; maxTokens?: number | undefined }>(
    request: R,
    sent: number,
  ) {
    const price = ai.priceOf(request.model)
    const { maxTokens: least = SHORTEST, maxTokens: most = TOKENS } = request
    const cost = (tokens: number) => Math.ceil((sent + tokens) * price)
    const reservation = await setAside({ least: cost(least), most: cost(most) })
    const maxTokens = Math.floor(reservation.tokens / price) - sent
    return { reservation, price, limited: { ...request, maxTokens } }
  }

  const nothing: AiUsage = { input_tokens: 0, output_tokens: 0 }

  return {
    ...ai,
    async text(request, signal) {
      const { reservation, price, limited } = await begin(request, mostSent(request))
      let usage = nothing
      try {
        const answer = await ai.text(limited, signal)
        usage =
          sumOf(answer.usage) > 0 ? answer.usage : estimate(lettersIn(request), answer.text.length)
        return answer
      } finally {
        await settle(reservation, usage, price)
      }
    },
    async chat(request, signal) {
      const sent = mostSentInChat(request)
      const { reservation, price, limited } = await begin(request, sent)
      let usage = nothing
      try {
        const answer = await ai.chat(limited, signal)
        const received = JSON.stringify(answer.message).length
        usage = sumOf(answer.usage) > 0 ? answer.usage : estimate(sent, received)
        return answer
      } finally {
        await settle(reservation, usage, price)
      }
    },
    async *stream(request, signal) {
      const { reservation, price, limited } = await begin(request, mostSent(request))
      let usage = nothing
      let letters = 0
      const stream = ai.stream(limited, signal)
      try {
        for (;;) {
          const { value, done } = await stream.next()
          if (done) return (usage = value)
          letters += value.length
          yield value
        }
      } finally {
        await stream.return(nothing)
        // The provider reports no usage for an aborted text.
        if (sumOf(usage) === 0 && letters > 0) usage = estimate(lettersIn(request), letters)
        await settle(reservation, usage, price)
      }
    },
    async image(request, signal) {
      const price = ai.priceOf(request.model)
      const tokens = Math.ceil(TOKENS_OF_DRAWING * price)
      const reservation = await setAside({ least: tokens, most: tokens })
      let usage = nothing
      try {
        const answer = await ai.image(request, signal)
        usage = { input_tokens: 0, output_tokens: TOKENS_OF_DRAWING }
        return answer
      } finally {
        await settle(reservation, usage, price)
      }
    },
  }
}
