import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { media, mediaFields } from './media-upload.ts'
import { mediaScope } from './media.ts'
import { bulkResult } from './objects.ts'
import { bucketSlug } from './slugs.ts'
import { rowPage } from './bulk-scope.ts'

/** Maximum number of images per call: each alt text costs money. */
export const MAX_ALT_TEXTS = 2000

const errors = ['not_configured', 'unavailable', 'timeout', 'too_large'] as const

export const generateAltText = endpoint({
  id: 'media.generateAltText',
  method: 'POST',
  path: '/media/generateAltText',
  auth: 'user',
  summary:
    'Returns an alt text for an image of the bucket, by id or address, written by the AI provider. Does not save it.',
  body: () => type({ slug: bucketSlug(), 'media_id?': id(), 'url?': 'string <= 2000' }),
  response: () => type({ alt_text: 'string' }),
  isRepeatable: true,
  errors,
})

export const generateAltTexts = endpoint({
  id: 'media.generateAltTexts',
  method: 'POST',
  path: '/media/generateAltTexts',
  auth: 'user',
  summary: `Generates alt texts for up to ${MAX_ALT_TEXTS} images with the AI provider, by ids or by query, as a job. Skips images with an alt text unless \`overwrite\` is true, and other files with the reason.`,
  body: () => mediaScope().and(rowPage()).and({ 'overwrite?': 'boolean' }),
  response: bulkResult,
  aliases: { ids: 'media_ids' },
  bodyLimit: 10_000_000,
  errors: ['not_configured', 'stale'],
})

const bucketParams = () => type({ slug: bucketSlug() })
const keys = () => type({ 'read_key?': 'string <= 200', 'write_key?': 'string <= 200' })

export const generateText = endpoint({
  id: 'content.ai.text',
  method: 'POST',
  path: '/ai/text',
  base: 'content',
  auth: 'write',
  summary:
    'Returns text from the AI provider for a prompt or a list of messages; with `stream`, as server-sent events: `{text}`, and finally `{event: "end"}`. Requires the write key.',
  params: bucketParams,
  query: keys,
  body: () =>
    type({
      'prompt?': '0 < string <= 100000',
      'messages?': type({
        role: "'system' | 'user' | 'assistant'",
        content: 'string <= 100000',
      })
        .array()
        .atLeastLength(1)
        .atMostLength(200),
      /** The provider's name for the model; `AI_MODEL` by default. */
      'model?': '0 < string <= 200',
      'max_tokens?': '1 <= number.integer <= 100000',
      /** The address of a picture in the bucket, which is shown to the model. */
      'media_url?': 'string <= 2000',
      'stream?': 'boolean',
    }),
  response: () =>
    type({ text: 'string', usage: { input_tokens: 'number', output_tokens: 'number' } }),
  file: ['text/event-stream'],
  isRepeatable: true,
  errors,
})

export const generateImage = endpoint({
  id: 'content.ai.image',
  method: 'POST',
  path: '/ai/image',
  base: 'content',
  auth: 'write',
  summary:
    'Generates an image with the AI provider and adds it to the media of the bucket. Requires the write key.',
  params: bucketParams,
  query: keys,
  body: () =>
    type({
      prompt: '0 < string <= 32000',
      'model?': '0 < string <= 200',
      'size?': '0 < string <= 20',
      'quality?': '0 < string <= 20',
      'style?': '0 < string <= 20',
      'folder?': mediaFields['folder?'],
      'alt_text?': mediaFields['alt_text?'],
      'metadata?': 'object',
    }),
  response: () => type({ media: media(), revised_prompt: 'string' }),
  status: 201,
  errors: [...errors, 'storage_full'],
})

/** Limits of a conversation with the AI provider. */
export const chatBounds = {
  messages: 40,
  contentCharacters: 20_000,
  tools: 16,
  answerTokens: 4000,
} as const

const content = () => type(`string <= ${chatBounds.contentCharacters}`)
const toolName = () => type('/^[A-Za-z0-9_-]{1,64}$/')

const toolCall = () =>
  type({
    id: '0 < string <= 200',
    type: "'function'",
    function: { name: toolName(), arguments: content() },
  })

const chatMessage = () =>
  type({ role: "'system' | 'user'", content: content() })
    .or({
      role: "'assistant'",
      'content?': content().or('null'),
      'tool_calls?': toolCall().array().atLeastLength(1).atMostLength(chatBounds.tools),
    })
    .or({ role: "'tool'", tool_call_id: '0 < string <= 200', content: content() })

const chatTool = () =>
  type({
    type: "'function'",
    function: { name: toolName(), 'description?': 'string <= 2000', 'parameters?': 'object' },
  })

const chatAnswer = () =>
  type({ role: "'assistant'", content: 'string | null', tool_calls: toolCall().array() })

export type ChatMessage = ReturnType<typeof chatMessage>['infer']
export type ChatTool = ReturnType<typeof chatTool>['infer']
export type ChatAnswer = ReturnType<typeof chatAnswer>['infer']

export const completeChat = endpoint({
  id: 'ai.complete',
  method: 'POST',
  path: '/ai/complete',
  auth: 'user',
  summary:
    'Returns the next message of a conversation with the AI provider, in the format of OpenAI: a text, or calls of the `tools`, which the client runs. Saves nothing. Limited to 300 per hour and account.',
  body: () =>
    type({
      slug: bucketSlug(),
      messages: chatMessage().array().atLeastLength(1).atMostLength(chatBounds.messages),
      'tools?': chatTool().array().atMostLength(chatBounds.tools),
      'max_tokens?': `1 <= number.integer <= ${chatBounds.answerTokens}`,
    }),
  response: () =>
    type({
      message: chatAnswer(),
      usage: { input_tokens: 'number', output_tokens: 'number' },
    }),
  isRepeatable: true,
  bodyLimit: 200_000,
  errors,
})
