import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import type { ChatMessage } from '@typecase/contract/ai'

const RECORDINGS = join(import.meta.dirname, 'recordings.json')

/** A tool call in a recording. */
interface RecordedCall {
  readonly tool: string
  readonly input: unknown
}

/** The answers of a model by sentence: the tool calls for each request. */
type Recordings = Record<string, readonly (readonly RecordedCall[])[]>

/** A model on this machine that replays recorded answers, or records the answers of another model. */
export interface RecordedModel {
  readonly settings: Record<string, string>
  /** The conversation so far, by sentence. */
  readonly conversations: ReadonlyMap<string, readonly ChatMessage[]>
  close(): void
}

/** The model to record, which scripts/record-sentences.ts sets. */
const { RECORD_BASE_URL, RECORD_API_KEY, RECORD_MODEL } = process.env

export async function startRecordedModel(): Promise<RecordedModel> {
  const recordings: Recordings = RECORD_BASE_URL
    ? {}
    : (JSON.parse(readFileSync(RECORDINGS, 'utf8')) as Recordings)
  const conversations = new Map<string, readonly ChatMessage[]>()

  /** Returns the next turn of a conversation. */
  async function turnOf(body: { messages: ChatMessage[] }): Promise<readonly RecordedCall[]> {
    const { messages } = body
    const sentence = sentenceIn(messages)
    conversations.set(sentence, messages)
    const turns = recordings[sentence] ?? []
    if (!RECORD_BASE_URL)
      return turns[messages.filter(({ role }) => role === 'assistant').length] ?? []
    const turn = await askModel(body)
    recordings[sentence] = [...turns, turn]
    return turn
  }

  const server = createServer((request, reply) => {
    void text(request)
      .then(async (sent) => turnOf(JSON.parse(sent) as { messages: ChatMessage[] }))
      .then(
        (calls) => reply.end(JSON.stringify({ choices: [{ message: messageOf(calls) }] })),
        (reason: unknown) => reply.writeHead(500).end(String(reason)),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: { AI_BASE_URL: `http://127.0.0.1:${port}/v1`, AI_MODEL: 'recorded' },
    conversations,
    close() {
      if (RECORD_BASE_URL) writeFileSync(RECORDINGS, `${JSON.stringify(recordings, null, 2)}\n`)
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns the last line of the user's first message. */
function sentenceIn(messages: readonly ChatMessage[]): string {
  const opening = messages.find(({ role }) => role === 'user')
  return opening?.content?.split('\n').at(-1) ?? ''
}

const messageOf = (calls: readonly RecordedCall[]) => ({
  role: 'assistant',
  content: calls.length === 0 ? 'I do not know.' : null,
  tool_calls: calls.map(({ tool, input }, index) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(input) },
  })),
})

async function askModel(body: object): Promise<readonly RecordedCall[]> {
  const response = await fetch(`${RECORD_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(RECORD_API_KEY && { authorization: `Bearer ${RECORD_API_KEY}` }),
    },
    body: JSON.stringify({ ...body, model: RECORD_MODEL }),
  })
  if (!response.ok) throw new Error(`The model answers ${response.status}`)
  const { choices } = (await response.json()) as {
    choices: { message: { tool_calls?: { function: { name: string; arguments: string } }[] } }[]
  }
  return (choices[0]?.message.tool_calls ?? []).map(({ function: called }) => ({
    tool: called.name,
    input: JSON.parse(called.arguments) as unknown,
  }))
}

/** Returns the ids of the commands in answers to a model. */
export function commandsIn(messages: readonly ChatMessage[]): string[] {
  return messages.flatMap((message) => {
    if (message.role !== 'tool') return []
    const { data = [] } = JSON.parse(message.content) as { data?: { id?: string }[] }
    return data.flatMap(({ id }) => id ?? [])
  })
}
