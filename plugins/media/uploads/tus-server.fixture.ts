import { vi } from 'vitest'

/**
 * Handlers of a server of resumable uploads. An error simulates a lost connection; a `refusal` is the server's refusal.
 */
export interface TusHandlers {
  begin?: () => void
  /** @returns how many of the 12 bytes have arrived; undefined for an unknown upload */
  state?: () => number | undefined
  /** Takes the remaining bytes of the file. @returns the media */
  continue?: (bytes: Blob) => object | Promise<object>
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

export const refusal = (status: number, code: string, message: string, details: object[] = []) =>
  Object.assign(new Error(message), { answer: { status, body: { code, message, details } } })
export const lost = () => new Error('The connection broke.')

/**
 * Replaces the network with such a server.
 * @returns the requests that it received: begin, state or continue
 */
export function serveTus(handlers: TusHandlers): string[] {
  const requests: string[] = []
  let start = 0

  async function answer(method: string, from: number, bytes: Blob): Promise<Answer> {
    if (method === 'POST') {
      requests.push('begin')
      handlers.begin?.()
      return { status: 201, headers: { location: `/uploads/u${++start}` } }
    }
    if (method === 'HEAD') {
      requests.push('state')
      const offset = handlers.state?.()
      if (offset === undefined) return { status: 404 }
      return { status: 200, headers: { 'upload-offset': `${offset}`, 'upload-length': '12' } }
    }
    requests.push('continue')
    const media = await handlers.continue?.(bytes)
    const headers = { 'upload-offset': `${from + bytes.size}` }
    return { status: 200, headers, body: { media } }
  }

  class FakeRequest {
    onload?: () => void
    onerror?: () => void
    method = ''
    from = 0
    answer: Answer = { status: 0 }
    open(method: string) {
      this.method = method
    }
    setRequestHeader(name: string, value: string) {
      if (name === 'Upload-Offset') this.from = Number(value)
    }
    getResponseHeader = (name: string) => this.answer.headers?.[name.toLowerCase()] ?? null
    get status() {
      return this.answer.status
    }
    get responseText() {
      return this.answer.body ? JSON.stringify(this.answer.body) : ''
    }
    isAborted = false
    abort() {
      this.isAborted = true
    }
    async send(bytes: Blob | null) {
      try {
        this.answer = await answer(this.method, this.from, bytes ?? new Blob())
      } catch (reason) {
        if (!(reason instanceof Error) || !('answer' in reason)) return this.onerror?.()
        // Created by `refusal`.
        this.answer = reason.answer as Answer
      }
      if (!this.isAborted) this.onload?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return requests
}
