import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { media, mediaFields } from './media-upload.ts'
import { mediaScope } from './media.ts'
import { bulkResult } from './objects.ts'
import { bucketSlug } from './slugs.ts'
import { rowPage } from './bulk-scope.ts'

/** Media whose alt texts one call has written: each costs money. */
export const MAX_ALT_TEXTS = 2000

const errors = ['not_configured', 'unavailable', 'timeout', 'too_large'] as const

export const generateAltText = endpoint({
  id: 'media.generateAltText',
  method: 'POST',
  path: '/media/generateAltText',
  auth: 'user',
  summary:
    'An alt text for an image of the bucket, by id or address, written by the AI provider. It is returned, not saved.',
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
  summary: `Generates alt texts for images with the AI provider, by ids or by query, as a job: ${MAX_ALT_TEXTS} at most. Images with an alt text are skipped unless \`overwrite\`; other files are skipped with the reason.`,
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
    'Text from the AI provider, for a prompt or a list of messages; with `stream`, as server-sent events: `{text}`, at last `{event: "end"}`. Needs the write key.',
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
      /** A picture of the bucket that the text is about. */
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
    'An image from the AI provider, which becomes a media of the bucket. Needs the write key.',
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
