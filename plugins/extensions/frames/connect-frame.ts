import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import type {
  CommandParams,
  Context,
  Failure,
  Greeting,
  Message,
} from '@typecase/extension-sdk/protocol'
import { MAX_MESSAGE, MAX_REQUESTS, PROTOCOL } from '@typecase/extension-sdk/protocol'
import { Refusal } from '@typecase/plugin-sdk/refusal'

import { readMessage } from './messages.ts'
import { visibleParts } from './permissions.ts'

/** Milliseconds within which a frame must connect. */
const PATIENCE = 10_000
/** Interval of pings to a frame, and the timeout of their answers, in milliseconds. */
const PING_EVERY = 2_000
const PING_PATIENCE = 5_000
/** Limit of messages per second. A frame that exceeds it is closed. */
const FLOOD = 10 * MAX_REQUESTS

/** The refusal of a call. The extension receives its code and message. */
export class FrameError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export interface FrameParts {
  readonly manifest: Pick<ExtensionManifest, 'title' | 'permissions'>
  /** The context. The frame receives only the parts that its permissions allow. */
  readonly context: Context
  /** Executes a call of the frame. */
  answer(method: string, params: unknown, signal: AbortSignal): Promise<unknown>
  /** Called when the frame does not start, no longer answers or misbehaves, and must be removed. */
  onUnavailable(reason: string): void
}

export interface AskOptions {
  readonly signal?: AbortSignal
  onProgress?(done: number, total: number): void
}

export interface FrameConnection {
  /** Resolves when the extension is connected. */
  readonly connected: Promise<void>
  /** Runs a command of the extension. @throws Refusal with the extension's message when it fails */
  run(params: CommandParams, options?: AskOptions): Promise<unknown>
  setContext(context: Context): void
  close(): void
}

interface Waiting {
  readonly answer: PromiseWithResolvers<unknown>
  readonly options: AskOptions
}

/**
 * Connects to an extension in its frame. The origin of the frame is opaque, so the frame is recognised by its window.
 * The first greeting is answered with a port; later messages of the window are only counted.
 */
export function connectFrame(frame: HTMLIFrameElement, parts: FrameParts): FrameConnection {
  const { manifest } = parts
  const { title } = manifest
  const visible = (context: Context) => visibleParts('context', context, manifest)
  const waiting = new Map<number, Waiting>()
  const running = new Set<AbortController>()
  const connected = Promise.withResolvers<void>()
  let port: MessagePort | undefined
  let context = visible(parts.context)
  let lastId = 0
  let isClosed = false
  let loads = 0
  const rate = createRate()
  // Prevents an unhandled rejection if no caller waits for the connection.
  connected.promise.catch(() => {})

  function fail(reason: string): void {
    if (isClosed) return
    close()
    parts.onUnavailable(reason)
  }

  function close(): void {
    isClosed = true
    window.removeEventListener('message', greet)
    frame.removeEventListener('load', countLoad)
    clearTimeout(patience)
    clearInterval(pinging)
    port?.close()
    for (const one of running) one.abort()
    const reason = new Refusal(`“${title}” was closed.`)
    connected.reject(reason)
    for (const { answer } of waiting.values()) answer.reject(reason)
    waiting.clear()
  }

  function greet(event: MessageEvent): void {
    if (event.source !== frame.contentWindow || !event.source) return
    if (rate.count() > FLOOD) return fail(`“${title}” sends too much data.`)
    const { typecase, kind } = (event.data ?? {}) as Partial<Greeting>
    if (port || typecase !== PROTOCOL || kind !== 'ready') return
    const channel = new MessageChannel()
    port = channel.port1
    port.addEventListener('message', ({ data }) => read(data))
    port.start()
    const hello: Greeting = { typecase: PROTOCOL, kind: 'connect', context }
    // The origin is opaque and cannot be named, but the window is known.
    frame.contentWindow?.postMessage(hello, '*', [channel.port2])
    clearTimeout(patience)
    connected.resolve()
  }

  /** Closes the frame if it loads a second document, which is not the extension. */
  function countLoad(): void {
    loads += 1
    if (loads > 1) fail(`“${title}” left its page.`)
  }

  function read(data: unknown): void {
    const now = rate.count()
    if (now > FLOOD) return fail(`“${title}” sends too much data.`)
    const message = readMessage(data)
    if (!message) return
    const request = waiting.get(message.id)
    if (message.kind === 'request') return void respond(message, now)
    if (message.kind === 'progress')
      return request?.options.onProgress?.(message.done, message.total)
    waiting.delete(message.id)
    if (message.kind === 'answer') request?.answer.resolve(message.result)
    else request?.answer.reject(new Refusal(message.failure.message.slice(0, 500)))
  }

  async function respond(
    { id, method, params }: Extract<Message, { kind: 'request' }>,
    now: number,
  ): Promise<void> {
    const controller = new AbortController()
    running.add(controller)
    try {
      if (now > MAX_REQUESTS)
        throw new FrameError('limited', `More than ${MAX_REQUESTS} calls within a second.`)
      if ((JSON.stringify(params) ?? '').length > MAX_MESSAGE)
        throw new FrameError('too_large', 'A message can be at most 1 MB of JSON.')
      const result = await parts.answer(method, params, controller.signal)
      if (!isClosed) post({ kind: 'answer', id, result })
    } catch (reason) {
      if (!isClosed) post({ kind: 'failure', id, failure: failureOf(reason) })
    } finally {
      running.delete(controller)
    }
  }

  const post = (message: Message): void => port?.postMessage(message)

  async function ask(method: string, params: unknown, options: AskOptions = {}): Promise<unknown> {
    await connected.promise
    const id = (lastId += 1)
    const answer = Promise.withResolvers<unknown>()
    waiting.set(id, { answer, options })
    post({ kind: 'request', id, method, params })
    const cancel = (): void => {
      waiting.delete(id)
      post({ kind: 'cancel', id })
      answer.reject(options.signal?.reason)
    }
    options.signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await answer.promise
    } finally {
      options.signal?.removeEventListener('abort', cancel)
    }
  }

  async function ping(): Promise<void> {
    // A page in the background is slow, so no answer is expected.
    if (!port || document.hidden) return
    const timeout = setTimeout(() => fail(`“${title}” no longer answers.`), PING_PATIENCE)
    await ask('ping', null).catch(() => {})
    clearTimeout(timeout)
  }

  window.addEventListener('message', greet)
  frame.addEventListener('load', countLoad)
  const patience = setTimeout(() => fail(`“${title}” did not start.`), PATIENCE)
  const pinging = setInterval(() => void ping(), PING_EVERY)

  return {
    connected: connected.promise,
    run: (params, options) => ask('command', visibleParts('command', params, manifest), options),
    setContext(next) {
      context = visible(next)
      post({ kind: 'context', context })
    },
    close,
  }
}

function failureOf(reason: unknown): Failure {
  const message = reason instanceof Error ? reason.message : String(reason)
  const code =
    typeof reason === 'object' && reason && 'code' in reason && typeof reason.code === 'string'
      ? reason.code
      : 'refused'
  return { code, message }
}

/** Counts events within the current second. */
function createRate(): { count(): number } {
  let since = 0
  let seen = 0
  return {
    count() {
      const now = performance.now()
      if (now - since > 1000) {
        since = now
        seen = 0
      }
      return (seen += 1)
    },
  }
}
