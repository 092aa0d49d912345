import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request to the AI provider. */
export interface AiRequest {
  path: string
  authorization: string | undefined
  body: {
    model?: string
    stream?: boolean
    max_tokens?: number
    prompt?: string
    messages?: { role: string; content: string | { type: string; image_url?: { url: string } }[] }[]
    tools?: { function: { name: string } }[]
  }
}

export interface TestAi {
  settings: Record<string, string>
  requests: AiRequest[]
  /** Answers the next requests; undefined for the default responses. */
  answer: ((reply: ServerResponse) => void) | undefined
  /** The image that it returns; set by tests. */
  picture: Buffer
  close(): void
}

const WORDS = ['A red', ' lighthouse', ' at dusk']

/** Starts an AI provider on this machine that speaks the protocol of OpenAI. */
export async function startTestAi(): Promise<TestAi> {
  const ai: TestAi = {
    settings: {},
    requests: [],
    answer: undefined,
    picture: Buffer.of(),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, reply) => {
    void text(request).then((sent) => {
      // The server under test sends a body of this type.
      const body = JSON.parse(sent) as AiRequest['body']
      const { url = '', headers } = request
      ai.requests.push({ path: url, authorization: headers.authorization, body })
      if (ai.answer) return ai.answer(reply)
      if (url.endsWith('/images/generations')) {
        const data = [
          { b64_json: ai.picture.toString('base64'), revised_prompt: 'A better prompt' },
        ]
        return reply.end(JSON.stringify({ data }))
      }
      const usage = { prompt_tokens: 7, completion_tokens: 3 }
      if (!body.stream) {
        const message = { role: 'assistant', content: WORDS.join('') }
        return reply.end(JSON.stringify({ choices: [{ message }], usage }))
      }
      reply.setHeader('content-type', 'text/event-stream')
      for (const content of WORDS)
        reply.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
      reply.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`)
      return reply.end('data: [DONE]\n\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  ai.settings = {
    AI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    AI_API_KEY: 'secret',
    AI_MODEL: 'small-model',
  }
  return ai
}
